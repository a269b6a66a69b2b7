#!/bin/sh
# Builds the sites of earlier versions from their tags in git into versions/, which the build of the
# site includes:
#
#   apps/docs/versions.sh            of every tag such as v0.1.0 that does not contain this commit
#   apps/docs/versions.sh v0.1.0     of the named tags
set -eu
cd "$(git -C "$(dirname "$0")" rev-parse --show-toplevel)"
tags=${*:-$(git tag --list 'v[0-9]*' --no-contains HEAD)}
kept=apps/docs/versions

rm -rf "$kept"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tag in $tags; do
  git archive --output "$work/$tag.tar" "$tag"
  mkdir "$work/$tag"
  tar -xf "$work/$tag.tar" -C "$work/$tag"
  # The generator of this commit.
  for modules in node_modules apps/docs/node_modules; do
    [ ! -d "$modules" ] || ln -s "$PWD/$modules" "$work/$tag/$modules"
  done
  # The types of the client, of which its reference is written.
  (cd "$work/$tag" && npm run build -w clients/typescript --silent)
  (cd "$work/$tag/apps/docs" && DOCS_VERSION=$tag npm run build --silent)
  mkdir -p "$kept"
  cp -R "$work/$tag/apps/docs/dist" "$kept/$tag"
done
