#!/bin/sh
# Writes a CycloneDX document per image to sbom/: the npm packages that the image
# is installed from. Node and the base image are not in it.
set -eu
mkdir -p sbom
for app in $(ls apps) tools; do
  work=$(mktemp -d)
  sh deploy/image-tree.sh prune "$app" "$work" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  # npm names the document's subject after the folder.
  mv "$work/json" "$work/data-exchange-$app"
  (cd "$work/data-exchange-$app" && npm sbom --sbom-format cyclonedx --package-lock-only --omit dev --omit optional) \
    > "sbom/$app.cdx.json"
  rm -rf "$work"
  echo "sbom/$app.cdx.json"
done
