terraform {
  required_version = ">= 1.9"
  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "~> 7.46"
    }
  }
}

provider "google" {
  project = var.project
  region  = var.region
}

locals {
  services = ["iam.googleapis.com", "run.googleapis.com", "sqladmin.googleapis.com", "secretmanager.googleapis.com", "iamcredentials.googleapis.com", "artifactregistry.googleapis.com", "compute.googleapis.com", "servicenetworking.googleapis.com"]
  optional = var.kafka ? ["managedkafka.googleapis.com"] : []

  # What api and worker are told alike. A private file system of each holds nothing but scratch.
  environment = merge({
    STORAGE       = "postgres"
    BLOBS         = "gcs"
    GCS_BUCKET    = google_storage_bucket.files.name
    AUTH          = "oidc"
    OIDC_ISSUER   = var.oidc_issuer
    OIDC_AUDIENCE = var.oidc_audience
    PUBLIC_URL    = var.public_url
    DATA_DIR      = "/data"

    LOG_FORMAT           = "gcp"
    GOOGLE_CLOUD_PROJECT = var.project
    }, var.kafka ? {
    QUEUE                = "kafka"
    KAFKA_BROKERS        = "bootstrap.${google_managed_kafka_cluster.queue[0].cluster_id}.${var.region}.managedkafka.${var.project}.cloud.goog:9092"
    KAFKA_TLS            = "true"
    KAFKA_SASL_MECHANISM = "oauthbearer"
    } : {}, var.otlp_endpoint == "" ? {} : {
    OTEL_EXPORTER_OTLP_ENDPOINT = var.otlp_endpoint
  })
}

resource "google_project_service" "used" {
  for_each           = toset(concat(local.services, local.optional))
  service            = each.value
  disable_on_destroy = false
}

resource "google_artifact_registry_repository" "images" {
  repository_id = "plinth"
  location      = var.region
  format        = "DOCKER"
  depends_on    = [google_project_service.used]
}
