{{- define "fdl-keeper.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "fdl-keeper.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "fdl-keeper.labels" -}}
{{ include "fdl-keeper.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "fdl-keeper.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "fdl-keeper.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{/* config.yml: what the chart knows better, then what the values say. */}}
{{- define "fdl-keeper.config" -}}
{{- $own := dict
      "state" (dict "directory" "/var/lib/fdl-keeper")
      "server" (dict
        "applicationConnectors" (list (dict "type" "http" "port" .Values.ports.application))
        "adminConnectors" (list (dict "type" "http" "port" .Values.ports.admin "bindHost" "${POD_IP}"))) -}}
{{- mustMergeOverwrite $own (deepCopy .Values.config) | toYaml -}}
{{- end -}}
