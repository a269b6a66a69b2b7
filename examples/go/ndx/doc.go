// Package ndx is a client that oapi-codegen generates from the OpenAPI document.
package ndx

//go:generate go tool oapi-codegen -config ../oapi-codegen.yaml -o client.go ../../../apps/gateway/openapi.json
