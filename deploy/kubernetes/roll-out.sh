#!/bin/sh
# Rolls an environment, or one service of it, out: migrations first, then, only when they have
# succeeded, the services.
#
#   deploy/kubernetes/roll-out.sh production [consent]
set -eu

environment=$1 service=${2:-}
folder=$(dirname "$0")/overlays/$environment${service:+/$service}
namespace=exchange-$environment
manifests=$(mktemp)
trap 'rm -f "$manifests"' EXIT

kubectl kustomize "$folder" > "$manifests"
[ -n "$service" ] || kubectl apply -k "$folder/namespace"

# Accounts, the migrations' network policies and the migrations.
before=$(kubectl apply --filename "$manifests" --selector exchange/phase=before --output name)
for object in $before; do
  case $object in
    job.batch/*)
      kubectl wait "$object" --namespace "$namespace" --for=condition=complete --timeout=3600s
      ;;
  esac
done

all=$(kubectl apply --filename "$manifests" --output name)
for object in $all; do
  case $object in
    deployment.apps/*) kubectl rollout status "$object" --namespace "$namespace" --timeout=900s ;;
  esac
done
