#!/bin/sh
# Prints the alert rules as a resource of the Prometheus operator:
#
#   deploy/kubernetes/examples/prometheus-rule.sh [namespace] | kubectl apply -f -
set -eu
cat <<RESOURCE
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: exchange
  namespace: ${1:-exchange-production}
spec:
RESOURCE
sed 's/^./  &/' "$(dirname "$0")/../../observability/prometheus/alerts.yaml"
