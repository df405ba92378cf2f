variable "project" {
  type        = string
  description = "The id of the project of Google Cloud"
}

variable "region" {
  type        = string
  default     = "europe-west1"
  description = "Where everything runs and lies"
}

variable "image" {
  type        = string
  description = "The image with its digest: REGION-docker.pkg.dev/PROJECT/plinth/plinth@sha256:…"
}

variable "public_url" {
  type        = string
  description = "How clients reach the service, https://…"
}

variable "oidc_issuer" {
  type        = string
  description = "The OpenID provider that issues tokens"
}

variable "oidc_audience" {
  type        = string
  description = "Whom tokens must be made for"
}

variable "oidc_client_id" {
  type        = string
  default     = ""
  description = "The service as the provider's client, which signs users in on the page; empty: tokens alone"
}

variable "database_tier" {
  type        = string
  default     = "db-custom-2-7680"
  description = "The size of the database"
}

variable "scratch" {
  type        = string
  default     = "4Gi"
  description = "Limit of the scratch files of an instance; they lie in its memory"
}

variable "workers" {
  type        = number
  default     = 1
  description = "Instances of the worker pool"
}

variable "otlp_endpoint" {
  type        = string
  default     = ""
  description = "The OpenTelemetry collector that takes traces by OTLP over HTTP, http://…:4318; empty: none are made"
}

variable "kafka" {
  type        = bool
  default     = false
  description = "Whether operations reach workers through Managed Kafka; else through PostgreSQL"
}
