locals {
  accounts = {
    api    = google_service_account.api
    worker = google_service_account.worker
  }
}

resource "google_service_account" "api" {
  account_id   = "plinth-api"
  display_name = "Plinth, serves"
  depends_on   = [google_project_service.used]
}

resource "google_service_account" "worker" {
  account_id   = "plinth-worker"
  display_name = "Plinth, works"
  depends_on   = [google_project_service.used]
}

resource "google_storage_bucket_iam_member" "files" {
  for_each = local.accounts
  bucket   = google_storage_bucket.files.name
  role     = "roles/storage.objectUser"
  member   = each.value.member
}

# The service looks at the CORS rules when it starts.
resource "google_storage_bucket_iam_member" "rules" {
  for_each = local.accounts
  bucket   = google_storage_bucket.files.name
  role     = "roles/storage.legacyBucketReader"
  member   = each.value.member
}

resource "google_secret_manager_secret_iam_member" "database" {
  for_each  = local.accounts
  secret_id = google_secret_manager_secret.database.id
  role      = "roles/secretmanager.secretAccessor"
  member    = each.value.member
}

resource "google_secret_manager_secret_iam_member" "client" {
  count     = length(google_secret_manager_secret.client)
  secret_id = google_secret_manager_secret.client[count.index].id
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.api.member
}

# Signed URLs: signBlob, of each on itself alone.
resource "google_service_account_iam_member" "signs" {
  for_each           = local.accounts
  service_account_id = each.value.name
  role               = "roles/iam.serviceAccountTokenCreator"
  member             = each.value.member
}

resource "google_project_iam_member" "kafka" {
  for_each = { for name, one in local.accounts : name => one if var.kafka }
  project  = var.project
  role     = "roles/managedkafka.client"
  member   = each.value.member
}
