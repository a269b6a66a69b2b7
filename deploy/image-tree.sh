#!/bin/sh
# Builds the file tree of an image in steps. The Dockerfile runs each step in a separate layer. `all`
# runs all steps on any machine with node and npm, so that a tree can be built, measured and started
# without a container engine.
#
#   deploy/image-tree.sh all <app> <tree>      run in the checkout; <app> is a folder of apps/, or tools
#
#   deploy/image-tree.sh prune <app> <pruned>  run in the checkout: copies the app and its workspaces
#   image-tree.sh install                      run in a copy of <pruned>/json: build dependencies
#   image-tree.sh compile                      run there, with <pruned>/full copied over it
#   image-tree.sh dependencies                 run in a copy of <pruned>/json: runtime dependencies
#   deploy/image-tree.sh pages <app> <pages>   run in the checkout: builds the console and the documents
#                                              for the gateway
#   image-tree.sh assemble <app> <built> <installed> <pages> <tree>
#   deploy/image-tree.sh cli <tree>            run in the checkout: the files of the command line's image
#
# <tree>/runtime, <tree>/dependencies and <tree>/code become three image layers; the layer that changes
# least comes first.
set -eu
export TURBO_TELEMETRY_DISABLED=1

# Uses the versions in package.json instead of the installed versions.
pinned_npm() { npx --yes "$(node -p 'require("./package.json").packageManager')" "$@"; }
pinned_turbo() { npx --yes "turbo@$(node -p 'require("./package.json").devDependencies.turbo')" "$@"; }

# Installs only from the lock file, without install scripts.
clean_install() { pinned_npm ci --ignore-scripts --no-audit --no-fund --no-progress "$@"; }

folder_of() { if [ "$1" = tools ]; then echo tools; else echo "apps/$1"; fi; }

prune() {
  app=$1 pruned=$2
  pinned_turbo prune "@ndx/$app" --production --docker --out-dir "$pruned"
  cp .swcrc rolldown.config.js "$pruned/full"
  # Removes devDependencies, because `turbo prune --production` omits them from the lock file.
  for manifest in "$pruned"/json/*/package.json "$pruned"/json/*/*/package.json; do
    [ ! -f "$manifest" ] || node -e '
      const fs = require("node:fs");
      const { devDependencies, ...rest } = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
      fs.writeFileSync(process.argv[1], JSON.stringify(rest, null, 2));' "$manifest"
  done
}

install() {
  clean_install
  [ "${PKCS11:-false}" = false ] || compile_pkcs11
}

# Loads PKCS#11 libraries. It needs a compiler, and the headers of any Node in `npm config get nodedir`.
compile_pkcs11() { pinned_npm rebuild pkcs11js --foreground-scripts; }

compile() { npx turbo run build "$@" --cache=local: --output-logs=errors-only; }

dependencies() {
  clean_install --omit=dev --omit=optional
  # Types, TypeScript sources and source maps are half of the installed bytes, and node never reads them.
  find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \) -delete
}

# Installs workspaces with the packages of their builds in <work>/build: an image has the files of these
# builds alone.
install_alone() {
  work=$1
  shift
  pinned_turbo prune "$@" --docker --out-dir "$work/pruned"
  cp -R "$work/pruned/json" "$work/build"
  (cd "$work/build" && clean_install)
  cp -R "$work/pruned/full/." tsconfig.base.json .swcrc rolldown.config.js "$work/build"
  # The client of the API is generated from it.
  mkdir -p "$work/build/apps/gateway"
  cp apps/gateway/openapi.json "$work/build/apps/gateway/"
  tar -cf - docs ./*.md clients/*/README.md formal/README.md | tar -xf - -C "$work/build"
}

pages() {
  app=$1 pages=$2
  mkdir -p "$pages"
  [ "$app" = gateway ] || return 0
  work=$(mktemp -d)
  install_alone "$work" @ndx/console @ndx/docs
  [ ! -d apps/docs/versions ] || cp -R apps/docs/versions "$work/build/apps/docs/"
  (cd "$work/build" && compile)
  for build in console docs; do
    mkdir -p "$pages/$build"
    cp -R "$work/build/apps/$build/dist" "$pages/$build/dist"
  done
  rm -rf "$work"
}

cli() {
  tree=$1
  work=$(mktemp -d)
  install_alone "$work" @ndx/cli
  # Bundled from the sources of the workspaces.
  (cd "$work/build" && compile --filter=@ndx/client &&
    npm run -w clients/cli binary --silent -- "$work/binary")
  mkdir -p "$tree/usr/local/bin" "$tree/usr/local/share/ndx"
  cp "$work/binary/ndx" "$tree/usr/local/bin/ndx"
  cp "$work/binary/LICENSES.txt" "$tree/usr/local/share/ndx/"
  add_libatomic "$work/binary/ndx" "$tree"
  make_reproducible "$tree" "$tree/usr/local/bin/ndx"
  rm -rf "$work"
}

assemble() {
  app=$1 built=$2 installed=$3 pages=$4 tree=$5
  folder=$(folder_of "$app")
  mkdir -p "$tree/dependencies/app" "$tree/dependencies/libs" "$tree/code/app" "$tree/code/libs"

  cp -R "$installed/node_modules" "$tree/dependencies/node_modules"
  add_pkcs11 "$built/node_modules/pkcs11js" "$tree/dependencies/node_modules/pkcs11js"
  # The app is copied to code/app, and no package imports it.
  rm -f "$tree/dependencies/node_modules/@ndx/$app" "$tree/dependencies/node_modules/.package-lock.json"
  if [ -d "$installed/$folder/node_modules" ]; then
    cp -R "$installed/$folder/node_modules" "$tree/dependencies/app/node_modules"
  fi
  for lib in "$built"/libs/*; do
    name=$(basename "$lib")
    mkdir -p "$tree/code/libs/$name"
    cp -R "$lib/package.json" "$lib/dist" "$tree/code/libs/$name/"
    if [ -d "$installed/libs/$name/node_modules" ]; then
      mkdir -p "$tree/dependencies/libs/$name"
      cp -R "$installed/libs/$name/node_modules" "$tree/dependencies/libs/$name/node_modules"
    fi
  done
  cp -R "$built/$folder/dist" "$tree/code/app/dist"
  # package.json and the documents that the app serves.
  for file in "$built/$folder"/*.json; do
    [ "$(basename "$file")" = tsconfig.json ] || cp "$file" "$tree/code/app/"
  done

  cp -R "$pages/." "$tree/code/"

  pinned=$built/node_modules/.bin/node
  # In an image it is the official Node of the base image (Dockerfile); without a container engine, that of
  # the npm package.
  node=${NODE_BINARY:-$pinned}
  if [ "$("$node" --version)" != "$("$pinned" --version)" ]; then
    echo "$node is $("$node" --version), and package.json pins $("$pinned" --version)" >&2
    exit 1
  fi
  add_runtime "$node" "$tree/runtime"

  make_reproducible "$tree" "$tree/runtime/nodejs/bin/node"
}

# Copies the package that loads PKCS#11 libraries, if it was compiled.
add_pkcs11() {
  package=$1 copy=$2
  [ -f "$package/build/Release/pkcs11.node" ] || return 0
  mkdir -p "$copy/build/Release"
  cp "$package/package.json" "$package/index.js" "$package/LICENSE" "$copy/"
  cp "$package/build/Release/pkcs11.node" "$copy/build/Release/"
}

# Every build has the same bytes and modes, except for file owners.
make_reproducible() {
  tree=$1 program=$2
  find "$tree" -type d -exec chmod 755 {} +
  find "$tree" -type f -exec chmod 644 {} +
  chmod 755 "$program"
  find "$tree" -exec touch -h -d "@${SOURCE_DATE_EPOCH:-0}" {} +
}

# Node and its library.
add_runtime() {
  node=$1 runtime=$2
  mkdir -p "$runtime/nodejs/bin"
  cp -L "$node" "$runtime/nodejs/bin/node"
  add_libatomic "$node" "$runtime"
}

# The only dependency of Node besides the C++ runtime: images without a compiler, such as distroless, do
# not contain it.
add_libatomic() {
  program=$1 root=$2
  libatomic=$(ldd "$program" | awk '$1 == "libatomic.so.1" { print $3 }')
  mkdir -p "$root/usr/lib"
  cp -L "$libatomic" "$root/usr/lib/libatomic.so.1"
}

all() {
  app=$1 tree=$2
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  prune "$app" "$work/pruned"
  cp -R "$work/pruned/json" "$work/build"
  cp -R "$work/pruned/json" "$work/production"
  (cd "$work/build" && install && cp -R "$work/pruned/full/." . && compile)
  (cd "$work/production" && dependencies)
  pages "$app" "$work/pages"
  assemble "$app" "$work/build" "$work/production" "$work/pages" "$tree"
}

step=$1
shift
case $step in
  prune | install | compile | dependencies | pages | assemble | cli | all) "$step" "$@" ;;
  *) echo "unknown step $step" >&2 && exit 2 ;;
esac
