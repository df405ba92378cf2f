resource "google_compute_network" "own" {
  name                    = "plinth"
  auto_create_subnetworks = false
  depends_on              = [google_project_service.used]
}

resource "google_compute_subnetwork" "own" {
  name                     = "plinth"
  network                  = google_compute_network.own.id
  region                   = var.region
  ip_cidr_range            = "10.20.0.0/20"
  private_ip_google_access = true
}

resource "google_compute_global_address" "services" {
  name          = "plinth-services"
  network       = google_compute_network.own.id
  purpose       = "VPC_PEERING"
  address_type  = "INTERNAL"
  prefix_length = 20
}

resource "google_service_networking_connection" "services" {
  network                 = google_compute_network.own.id
  service                 = "servicenetworking.googleapis.com"
  reserved_peering_ranges = [google_compute_global_address.services.name]
}

resource "google_sql_database_instance" "main" {
  name                = "plinth"
  region              = var.region
  database_version    = "POSTGRES_16"
  deletion_protection = true
  depends_on          = [google_service_networking_connection.services]

  settings {
    tier    = var.database_tier
    edition = "ENTERPRISE"

    ip_configuration {
      ipv4_enabled    = false
      private_network = google_compute_network.own.id
      ssl_mode        = "ALLOW_UNENCRYPTED_AND_ENCRYPTED"
    }

    backup_configuration {
      enabled                        = true
      point_in_time_recovery_enabled = true
    }
  }
}

resource "google_sql_database" "plinth" {
  name     = "plinth"
  instance = google_sql_database_instance.main.name
}

# The bucket takes uploads from pages and gives downloads, both by signed URLs, which carry their permission. A redirected
# download has no origin (`null`), so any must be let.
resource "google_storage_bucket" "files" {
  name                        = "${var.project}-plinth"
  location                    = var.region
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  depends_on                  = [google_project_service.used]

  cors {
    origin          = ["*"]
    method          = ["GET", "HEAD", "PUT"]
    response_header = ["Content-Type", "Content-Disposition", "Content-Length", "Content-Range", "Range"]
    max_age_seconds = 3600
  }

  # A second broom behind the collector of the service, which removes uploads after a day.
  lifecycle_rule {
    action {
      type = "Delete"
    }

    condition {
      age            = 3
      matches_prefix = ["uploads/", "_check/"]
    }
  }

  soft_delete_policy {
    retention_duration_seconds = 604800
  }
}

# Its value, postgres://plinth:PASSWORD@ADDRESS/plinth, is put by hand: the state of tofu never has it.
resource "google_secret_manager_secret" "database" {
  secret_id  = "plinth-database-url"
  depends_on = [google_project_service.used]

  replication {
    auto {}
  }
}

# What the provider knows the service by, where it signs users in; its value is put by hand too.
resource "google_secret_manager_secret" "client" {
  count      = var.oidc_client_id == "" ? 0 : 1
  secret_id  = "plinth-oidc-client-secret"
  depends_on = [google_project_service.used]

  replication {
    auto {}
  }
}

resource "google_managed_kafka_cluster" "queue" {
  count      = var.kafka ? 1 : 0
  cluster_id = "plinth"
  location   = var.region
  depends_on = [google_project_service.used]

  capacity_config {
    vcpu_count   = "3"
    memory_bytes = "3221225472"
  }

  gcp_config {
    access_config {
      network_configs {
        subnet = google_compute_subnetwork.own.id
      }
    }
  }
}
