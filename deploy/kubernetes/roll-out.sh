#!/bin/sh
# Rolls out an environment, service by service, or one of its services: first the migration of the
# service, then, when it has succeeded, its processes, until they are ready. Exits with status 1 at the
# first failure. The order of the services is in overlays/<environment>/kustomization.yaml
# (docs/operators/upgrade.md).
#
#   deploy/kubernetes/roll-out.sh production [consent]
set -eu

environment=$1
overlays=$(dirname "$0")/overlays/$environment
namespace=exchange-$environment
manifests=$(mktemp)
trap 'rm -f "$manifests"' EXIT

# Prints "Complete", "Failed", or neither while the Job runs. A Job fails after its last attempt or its
# activeDeadlineSeconds, so the loop terminates.
outcome() {
  kubectl get "$1" --namespace "$namespace" \
    --output 'jsonpath={.status.conditions[?(@.status=="True")].type}'
}

fail_with_log() {
  {
    echo "The migration $1 failed; $service was not changed. The end of its log:"
    kubectl logs "$1" --namespace "$namespace" --tail=20 || true
    echo "All of it: kubectl logs --namespace $namespace $1"
    echo "Fix the cause, then: kubectl delete --namespace $namespace $1, and roll out again."
  } >&2
  exit 1
}

wait_for_migration() {
  while :; do
    state=$(outcome "$1")
    case " $state " in
      *' Failed '*) fail_with_log "$1" ;;
      *' Complete '*) return ;;
    esac
    sleep "${POLL_SECONDS:-2}"
  done
}

roll_out() {
  kubectl kustomize "$overlays/$service" > "$manifests"
  # Its account, and the network policy and the Job of its migration.
  before=$(kubectl apply --filename "$manifests" --selector exchange/phase=before --output name)
  for object in $before; do
    case $object in
      job.batch/*) wait_for_migration "$object" ;;
    esac
  done
  all=$(kubectl apply --filename "$manifests" --output name)
  for object in $all; do
    case $object in
      deployment.apps/*) kubectl rollout status "$object" --namespace "$namespace" --timeout=900s ;;
    esac
  done
}

if [ $# -gt 1 ]; then
  services=$2
else
  kubectl apply -k "$overlays/namespace"
  services=$(sed -n '/^  - namespace$/d; s/^  - //p' "$overlays/kustomization.yaml")
fi
for service in $services; do
  echo "$service: rolling out"
  roll_out
done
