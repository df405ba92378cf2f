resource "google_cloud_run_v2_service" "api" {
  name                = "plinth"
  location            = var.region
  deletion_protection = false
  ingress             = "INGRESS_TRAFFIC_ALL"

  # At its start it reads the secrets, uses the bucket, signs, and with Kafka signs in.
  depends_on = [
    google_secret_manager_secret_iam_member.database,
    google_secret_manager_secret_iam_member.client,
    google_storage_bucket_iam_member.files,
    google_storage_bucket_iam_member.rules,
    google_service_account_iam_member.signs,
    google_project_iam_member.kafka,
  ]

  template {
    service_account                  = google_service_account.api.email
    execution_environment            = "EXECUTION_ENVIRONMENT_GEN2"
    timeout                          = "3600s"
    max_instance_request_concurrency = 250

    scaling {
      min_instance_count = 1
      max_instance_count = 4
    }

    containers {
      image = var.image

      resources {
        limits = {
          cpu    = "2"
          memory = "8Gi"
        }

        # Work goes on between requests.
        cpu_idle = false
      }

      volume_mounts {
        name       = "scratch"
        mount_path = "/data"
      }

      env {
        name  = "ROLE"
        value = "api"
      }

      env {
        name  = "TRUST_PROXY"
        value = "true"
      }

      env {
        name = "DATABASE_URL"

        value_source {
          secret_key_ref {
            secret  = google_secret_manager_secret.database.secret_id
            version = "latest"
          }
        }
      }

      dynamic "env" {
        for_each = var.oidc_client_id == "" ? {} : { OIDC_CLIENT_ID = var.oidc_client_id }

        content {
          name  = env.key
          value = env.value
        }
      }

      dynamic "env" {
        for_each = google_secret_manager_secret.client

        content {
          name = "OIDC_CLIENT_SECRET"

          value_source {
            secret_key_ref {
              secret  = env.value.secret_id
              version = "latest"
            }
          }
        }
      }

      dynamic "env" {
        for_each = local.environment

        content {
          name  = env.key
          value = env.value
        }
      }

      # It answers 200 once it serves, after the database and the bucket; 4 minutes are the longest start that Google waits
      # for. Not /readyz: with Kafka or the provider away the service goes on, and so must new instances.
      startup_probe {
        period_seconds    = 2
        failure_threshold = 120
        timeout_seconds   = 2

        http_get {
          path = "/healthz"
        }
      }

      liveness_probe {
        timeout_seconds = 5

        http_get {
          path = "/healthz"
        }
      }
    }

    # Files are memory here: a limit fails the write, without one the instance is killed.
    volumes {
      name = "scratch"

      empty_dir {
        medium     = "MEMORY"
        size_limit = var.scratch
      }
    }

    vpc_access {
      egress = "PRIVATE_RANGES_ONLY"

      network_interfaces {
        network    = google_compute_network.own.id
        subnetwork = google_compute_subnetwork.own.id
      }
    }
  }
}

# Who calls is decided by tokens of the provider, not by Google's own sign-in.
resource "google_cloud_run_v2_service_iam_member" "everybody" {
  name     = google_cloud_run_v2_service.api.name
  location = var.region
  role     = "roles/run.invoker"
  member   = "allUsers"
}

resource "google_cloud_run_v2_worker_pool" "worker" {
  name                = "plinth-worker"
  location            = var.region
  deletion_protection = false

  depends_on = [
    google_secret_manager_secret_iam_member.database,
    google_storage_bucket_iam_member.files,
    google_storage_bucket_iam_member.rules,
    google_service_account_iam_member.signs,
    google_project_iam_member.kafka,
  ]

  scaling {
    manual_instance_count = var.workers
  }

  template {
    service_account = google_service_account.worker.email

    containers {
      image = var.image

      resources {
        limits = {
          cpu    = "4"
          memory = "16Gi"
        }
      }

      volume_mounts {
        name       = "scratch"
        mount_path = "/data"
      }

      env {
        name  = "ROLE"
        value = "worker"
      }

      # One more than these takes calculations only: three of 2 GiB, each with 768 MiB beside, and 4 GiB of scratch files leave
      # the process itself 3.75 GiB of the instance's memory, 1 GiB of it for its cache.
      env {
        name  = "WORKERS"
        value = "2"
      }

      env {
        name  = "CACHE_BYTES"
        value = "1073741824"
      }

      env {
        name  = "WORKER_MEMORY_BYTES"
        value = "2147483648"
      }

      env {
        name = "DATABASE_URL"

        value_source {
          secret_key_ref {
            secret  = google_secret_manager_secret.database.secret_id
            version = "latest"
          }
        }
      }

      dynamic "env" {
        for_each = local.environment

        content {
          name  = env.key
          value = env.value
        }
      }
    }

    # Files are memory here: a limit fails the write, without one the instance is killed.
    volumes {
      name = "scratch"

      empty_dir {
        medium     = "MEMORY"
        size_limit = var.scratch
      }
    }

    vpc_access {
      egress = "PRIVATE_RANGES_ONLY"

      network_interfaces {
        network    = google_compute_network.own.id
        subnetwork = google_compute_subnetwork.own.id
      }
    }
  }
}

output "url" {
  value = google_cloud_run_v2_service.api.uri
}

output "database_address" {
  value = google_sql_database_instance.main.private_ip_address
}
