#!/bin/sh
# Writes a CycloneDX document for each image to sbom/. It lists Node and the npm packages of the image, but
# not the base image. With PKCS11=true it is of images that are built with it.
set -eu

add_pkcs11() { if [ "${PKCS11:-false}" = true ]; then node deploy/add-pkcs11.mjs "$1"; else cat; fi; }

mkdir -p sbom
for app in $(ls apps) tools; do
  work=$(mktemp -d)
  sh deploy/image-tree.sh prune "$app" "$work" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  # npm names the document's subject after the folder.
  mv "$work/json" "$work/data-exchange-$app"
  (cd "$work/data-exchange-$app" && npm sbom --sbom-format cyclonedx --package-lock-only --omit dev --omit optional) \
    | add_pkcs11 "$work/data-exchange-$app/package-lock.json" \
    | node deploy/add-node.mjs "$(cat .nvmrc)" > "sbom/$app.cdx.json"
  rm -rf "$work"
  echo "sbom/$app.cdx.json"
done

# The image of the command line has one file, with the packages of its bundle.
node tools/turbo.js run build --filter=@ndx/cli --output-logs=errors-only > sbom/log 2>&1 || { cat sbom/log >&2; exit 1; }
rm sbom/log
node deploy/list-bundled.mjs < clients/cli/dist/LICENSES.txt \
  | node deploy/add-node.mjs "$(cat .nvmrc)" > sbom/cli.cdx.json
echo sbom/cli.cdx.json
