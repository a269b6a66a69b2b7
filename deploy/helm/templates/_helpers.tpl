{{/* Of a service, given as { root, name }. */}}

{{- define "exchange.version" -}}
{{- $service := index .root.Values.services .name | default dict -}}
{{- $service.version | default .root.Values.version | default .root.Chart.AppVersion -}}
{{- end -}}

{{- define "exchange.image" -}}
{{- $service := index .root.Values.services .name | default dict -}}
{{- .root.Values.registry }}/{{ .name -}}
{{- with $service.digest }}@{{ . }}{{ else }}:{{ include "exchange.version" . }}{{ end -}}
{{- end -}}
