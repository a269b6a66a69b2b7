#!/bin/sh
# Rolls out an environment or one of its services: first the migrations, then, when all have succeeded,
# the services. Exits with status 1 and prints the log as soon as one migration has failed.
#
#   deploy/kubernetes/roll-out.sh production [consent]
set -eu

environment=$1 service=${2:-}
folder=$(dirname "$0")/overlays/$environment${service:+/$service}
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
    echo "The migration $1 failed; no service was changed. The end of its log:"
    kubectl logs "$1" --namespace "$namespace" --tail=20 || true
    echo "All of it: kubectl logs --namespace $namespace $1"
    echo "Fix the cause, then: kubectl delete --namespace $namespace $1, and roll out again."
  } >&2
  exit 1
}

wait_for_migrations() {
  while [ $# -gt 0 ]; do
    running=
    for job in "$@"; do
      state=$(outcome "$job")
      case " $state " in
        *' Failed '*) fail_with_log "$job" ;;
        *' Complete '*) ;;
        *) running="$running $job" ;;
      esac
    done
    # shellcheck disable=SC2086 # names of objects have no spaces
    set -- $running
    [ $# -eq 0 ] || sleep "${POLL_SECONDS:-2}"
  done
}

kubectl kustomize "$folder" > "$manifests"
[ -n "$service" ] || kubectl apply -k "$folder/namespace"

# Accounts, the migrations' network policies and the migrations.
before=$(kubectl apply --filename "$manifests" --selector exchange/phase=before --output name)
# shellcheck disable=SC2046 # names of objects have no spaces
wait_for_migrations $(echo "$before" | grep '^job\.batch/' || true)

all=$(kubectl apply --filename "$manifests" --output name)
for object in $all; do
  case $object in
    deployment.apps/*) kubectl rollout status "$object" --namespace "$namespace" --timeout=900s ;;
  esac
done
