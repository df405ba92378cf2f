CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at BIGINT NOT NULL);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE users (
    user_id TEXT PRIMARY KEY,
    name TEXT,
    created_at BIGINT NOT NULL
  );
CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    description TEXT,
    is_sample INTEGER NOT NULL DEFAULT 0,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    project_version_id BIGINT,
    shared_data_version_id BIGINT
  , removed INTEGER NOT NULL DEFAULT 0, removed_from BIGINT, lowered TEXT NOT NULL DEFAULT '');
CREATE TABLE project_members (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('User', 'Contributor', 'Owner')),
    UNIQUE (project_id, user_id)
  );
CREATE TABLE answers (
    user_id TEXT NOT NULL,
    path TEXT NOT NULL,
    answer_key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    kept_until BIGINT NOT NULL,
    PRIMARY KEY (user_id, path, answer_key)
  );
CREATE TABLE project_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
  );
CREATE TABLE shared_data_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
  );
CREATE TABLE models (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('Importing', 'Ready', 'Failed')),
    failure TEXT,
    default_role TEXT NOT NULL,
    version_id BIGINT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL, lowered TEXT NOT NULL DEFAULT '', "published_cells" BIGINT NOT NULL DEFAULT 0, "published_bytes" BIGINT NOT NULL DEFAULT 0,
    CHECK ((state = 'Ready') = (version_id IS NOT NULL))
  );
CREATE TABLE model_members (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (model_id, user_id)
  );
CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    UNIQUE (project_id, name)
  );
CREATE TABLE model_tags (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    tag_id BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (model_id, tag_id)
  );
CREATE TABLE model_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    project_version_id BIGINT NOT NULL,
    shared_data_version_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    products INTEGER NOT NULL,
    source_blob TEXT NOT NULL,
    table_blob TEXT NOT NULL,
    parquet_blob TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
  , changes_id BIGINT);
CREATE TABLE uploads (
    upload_key TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('Issued', 'Used')),
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  , bytes BIGINT NOT NULL DEFAULT 0, reserved BIGINT NOT NULL DEFAULT 0);
CREATE TABLE operations (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL CHECK (lane IN ('long', 'short')),
    turn BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('Queued', 'InProgress', 'Ready', 'Failed')),
    percentage INTEGER NOT NULL DEFAULT 0 CHECK (percentage BETWEEN 0 AND 100),
    project_id BIGINT NOT NULL,
    model_id BIGINT NOT NULL,
    started_by TEXT NOT NULL,
    command TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 0,
    interruptions INTEGER NOT NULL DEFAULT 0,
    token INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    lease_until BIGINT,
    run_after BIGINT NOT NULL,
    input_blob TEXT NOT NULL,
    result_blob TEXT,
    result_asked_at BIGINT,
    report_blob TEXT,
    error TEXT,
    error_details TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT, project_turn BIGINT NOT NULL DEFAULT 0, postponements INTEGER NOT NULL DEFAULT 0, input_bytes BIGINT NOT NULL DEFAULT 0, traceparent TEXT,
    CHECK ((status = 'Ready') = (percentage = 100)),
    CHECK ((status = 'InProgress') = (lease_until IS NOT NULL))
  );
CREATE TABLE property_sets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    entity_types TEXT NOT NULL,
    UNIQUE (project_id, name)
  );
CREATE TABLE property_definitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    set_id BIGINT NOT NULL REFERENCES property_sets (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    data_type TEXT NOT NULL,
    measure_type TEXT,
    unit_name TEXT,
    enumeration_values TEXT,
    UNIQUE (set_id, name),
    UNIQUE (project_id, guid),
    CHECK ((data_type = 'enumeration') = (enumeration_values IS NOT NULL))
  );
CREATE TABLE property_guids (
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    set_name TEXT NOT NULL,
    name TEXT NOT NULL,
    guid TEXT NOT NULL,
    PRIMARY KEY (project_id, set_name, name),
    UNIQUE (project_id, guid)
  );
CREATE TABLE material_libraries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    model_id BIGINT REFERENCES models (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT,
    uri TEXT,
    description TEXT,
    source TEXT,
    edition TEXT,
    created_at BIGINT NOT NULL, staged_by BIGINT NOT NULL DEFAULT 0,
    UNIQUE (project_id, guid)
  );
CREATE TABLE materials (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    library_id BIGINT NOT NULL REFERENCES material_libraries (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    imported_name TEXT,
    color TEXT,
    description TEXT,
    category TEXT, staged_by BIGINT NOT NULL DEFAULT 0,
    UNIQUE (project_id, guid)
  );
CREATE TABLE deleted_materials (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    project_id BIGINT NOT NULL,
    guid TEXT NOT NULL,
    PRIMARY KEY (model_id, guid)
  );
CREATE TABLE locations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    parent_guid TEXT,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    properties TEXT NOT NULL,
    imported INTEGER NOT NULL,
    differs INTEGER NOT NULL, staged_by BIGINT NOT NULL DEFAULT 0,
    UNIQUE (project_id, guid),
    FOREIGN KEY (project_id, parent_guid) REFERENCES locations (project_id, guid) ON DELETE CASCADE
  );
CREATE TABLE deleted_locations (
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    deleted_after BIGINT NOT NULL,
    PRIMARY KEY (project_id, guid)
  );
CREATE TABLE codification_libraries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    model_id BIGINT REFERENCES models (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT,
    description TEXT,
    source TEXT,
    edition TEXT,
    edition_date TEXT,
    uri TEXT,
    more_info TEXT, staged_by BIGINT NOT NULL DEFAULT 0,
    UNIQUE (project_id, guid)
  );
CREATE TABLE deleted_codes (
    project_id BIGINT NOT NULL,
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    PRIMARY KEY (model_id, guid)
  );
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    project_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    request_id TEXT,
    outcome TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  , position BIGINT NOT NULL DEFAULT 0);
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    message_key TEXT NOT NULL,
    message TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
  , traceparent TEXT);
CREATE TABLE stagings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL UNIQUE REFERENCES projects (id) ON DELETE CASCADE,
    operation_id TEXT NOT NULL,
    token INTEGER NOT NULL,
    shared_data_version_id BIGINT NOT NULL,
    locations_after BIGINT NOT NULL
  , "materials_after" BIGINT NOT NULL DEFAULT 0, "codes_after" BIGINT NOT NULL DEFAULT 0);
CREATE TABLE audit_heads (
    project_id BIGINT PRIMARY KEY,
    position BIGINT NOT NULL,
    hash TEXT NOT NULL
  );
CREATE TABLE edit_sessions (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    session_id TEXT,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (model_id, user_id)
  );
CREATE TABLE edited_fields (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    set_name TEXT NOT NULL,
    name TEXT NOT NULL,
    derived_guid TEXT,
    gone INTEGER NOT NULL DEFAULT 0
  );
CREATE TABLE personal_changes (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    gone_to BIGINT NOT NULL DEFAULT 0,
    emptied_to BIGINT NOT NULL DEFAULT 0, "cells" BIGINT NOT NULL DEFAULT 0, "bytes" BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (model_id, user_id)
  );
CREATE TABLE personal_edits (
    model_id BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    guid TEXT NOT NULL,
    field_id BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    now TEXT NOT NULL,
    reference TEXT,
    PRIMARY KEY (model_id, user_id, guid, field_id)
  );
CREATE TABLE public_edits (
    model_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    guid TEXT NOT NULL,
    field_id BIGINT NOT NULL,
    now TEXT NOT NULL,
    reference TEXT,
    until_id BIGINT,
    PRIMARY KEY (model_id, version_id, position)
  );
CREATE TABLE version_changes (
    model_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    guid TEXT NOT NULL,
    field_id BIGINT NOT NULL,
    value_before TEXT,
    value_after TEXT,
    refers INTEGER NOT NULL,
    PRIMARY KEY (model_id, version_id, position)
  );
CREATE TABLE version_fields (
    model_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    field_id BIGINT NOT NULL,
    cells BIGINT NOT NULL,
    PRIMARY KEY (model_id, version_id, field_id)
  );
CREATE TABLE "codes" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id BIGINT NOT NULL,
    library_id BIGINT NOT NULL REFERENCES codification_libraries (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    parent_guid TEXT,
    identification TEXT NOT NULL,
    lowered TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    uri TEXT,
    sort DOUBLE PRECISION,
    unsorted INTEGER NOT NULL,
    measures TEXT NOT NULL,
    imported INTEGER NOT NULL,
    differs INTEGER NOT NULL,
    staged_by BIGINT NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    UNIQUE (project_id, guid, library_id),
    UNIQUE (library_id, identification),
    FOREIGN KEY (project_id, parent_guid, library_id) REFERENCES "codes" (project_id, guid, library_id)
      DEFERRABLE INITIALLY DEFERRED
  );
CREATE TABLE accounts (user_id TEXT PRIMARY KEY, password_hash TEXT NOT NULL, created_at BIGINT NOT NULL);
CREATE TABLE invitations (id INTEGER PRIMARY KEY CHECK (id = 1), secret_hash TEXT NOT NULL);
CREATE TABLE clients (
    client_id TEXT PRIMARY KEY,
    redirect_uris TEXT NOT NULL,
    scopes TEXT NOT NULL,
    secret_hash TEXT,
    created_at BIGINT NOT NULL
  );
CREATE TABLE sign_ins (
    id TEXT PRIMARY KEY,
    code_hash TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL REFERENCES clients (client_id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    scopes TEXT NOT NULL,
    refresh_hash TEXT,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
  , waiting_tokens BLOB, provider_refresh BLOB, claimed_until BIGINT);
CREATE TABLE revocations (
    kind TEXT NOT NULL CHECK (kind IN ('User', 'SignIn')),
    subject TEXT NOT NULL,
    revoked_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
  );
CREATE TABLE retired_secrets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, value BLOB NOT NULL, ends_at BIGINT NOT NULL);
CREATE TABLE measured_tables (
    table_blob TEXT PRIMARY KEY,
    measures_blob TEXT,
    exchange_blob TEXT,
    exchange_triangles BIGINT,
    view_blob TEXT,
    view_triangles BIGINT,
    picture_blob TEXT
  );
CREATE TABLE derived_files (
    model_id BIGINT NOT NULL REFERENCES models (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    file_blob TEXT NOT NULL,
    triangles BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    PRIMARY KEY (model_id, source, name)
  );
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0001_create_projects', 1795613061955);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0002_create_models', 1795613062130);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0003_create_operations', 1795613062142);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0004_create_property_sets', 1795613062156);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0005_create_materials', 1795613062173);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0006_create_locations', 1795613062187);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0007_create_codifications', 1795613062220);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0008_create_audit', 1795613062240);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0009_share_turns', 1795613062259);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0010_limit_growth', 1795613062285);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0011_list_history', 1795613062296);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0012_count_operations', 1795613062305);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0013_create_sessions', 1795613062319);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0014_create_edits', 1795613062346);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0015_import_again', 1795613062361);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0016_order_codes', 1795613062374);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0017_find_codes', 1795613062381);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0018_create_sign_ins', 1795613062388);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0020_keep_provider_tokens', 1795613062394);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0021_keep_geometry', 1795613062397);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0022_keep_traces', 1795613062400);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0023_measure_edits', 1795613062409);
INSERT INTO "projects" ("id", "name", "description", "is_sample", "created_by", "created_at", "project_version_id", "shared_data_version_id", "removed", "removed_from", "lowered") VALUES (1, 'Project', null, 0, 'ada', 1795613062640, 2, 2, 0, null, 'project');
INSERT INTO "project_members" ("id", "project_id", "user_id", "role") VALUES (1, 1, 'ada', 'Owner');
INSERT INTO "project_versions" ("id", "project_id", "created_at") VALUES (1, 1, 1795613062641);
INSERT INTO "project_versions" ("id", "project_id", "created_at") VALUES (2, 1, 1795613062832);
INSERT INTO "shared_data_versions" ("id", "project_id", "created_at") VALUES (1, 1, 1795613062641);
INSERT INTO "shared_data_versions" ("id", "project_id", "created_at") VALUES (2, 1, 1795613062831);
INSERT INTO "models" ("id", "project_id", "guid", "name", "state", "failure", "default_role", "version_id", "created_by", "created_at", "lowered", "published_cells", "published_bytes") VALUES (1, 1, '1PoWsRzk8XCGoc9O7uODJ4', 'Ready', 'Ready', null, 'Viewer', 1, 'ada', 1795613062655, 'ready', 0, 0);
INSERT INTO "models" ("id", "project_id", "guid", "name", "state", "failure", "default_role", "version_id", "created_by", "created_at", "lowered", "published_cells", "published_bytes") VALUES (2, 1, '3uHGhVGzHchgHKHF6NZIHj', 'Waiting', 'Importing', null, 'Viewer', null, 'ada', 1795613062895, 'waiting', 0, 0);
INSERT INTO "tags" ("id", "project_id", "name") VALUES (1, 1, 'A');
INSERT INTO "tags" ("id", "project_id", "name") VALUES (2, 1, 'B');
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (1, 1, 0);
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (1, 2, 1);
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (2, 1, 0);
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (2, 2, 1);
INSERT INTO "model_versions" ("id", "model_id", "project_version_id", "shared_data_version_id", "title", "description", "products", "source_blob", "table_blob", "parquet_blob", "created_by", "created_at", "changes_id") VALUES (1, 1, 2, 1, 'Import', null, 3, 'files/85a58802-09d8-4990-a81d-fea7c6dbd76f', 'tables/85a58802-09d8-4990-a81d-fea7c6dbd76f', 'parquets/85a58802-09d8-4990-a81d-fea7c6dbd76f', 'ada', 1795613062833, null);
INSERT INTO "uploads" ("upload_key", "user_id", "state", "expires_at", "created_at", "bytes", "reserved") VALUES ('ac12df41-7497-4f9f-b648-2a1024011de0', 'ada', 'Used', 1795616662647, 1795613062647, 0, 0);
INSERT INTO "uploads" ("upload_key", "user_id", "state", "expires_at", "created_at", "bytes", "reserved") VALUES ('69940ffe-f44b-4dd4-9c33-25af009ec907', 'ada', 'Used', 1795616662888, 1795613062888, 0, 0);
INSERT INTO "operations" ("sequence", "id", "kind", "lane", "turn", "status", "percentage", "project_id", "model_id", "started_by", "command", "attempt", "interruptions", "token", "owner", "lease_until", "run_after", "input_blob", "result_blob", "result_asked_at", "report_blob", "error", "error_details", "created_at", "ended_at", "project_turn", "postponements", "input_bytes", "traceparent") VALUES (1, '85a58802-09d8-4990-a81d-fea7c6dbd76f', 'ImportIfc', 'long', 0, 'Ready', 100, 1, 1, 'ada', '{"_tag":"ImportModel","file":"files/85a58802-09d8-4990-a81d-fea7c6dbd76f","fileName":"a.ifc","format":"ifc","modelGuid":"1PoWsRzk8XCGoc9O7uODJ4"}', 1, 0, 1, null, null, 1795613062659, 'files/85a58802-09d8-4990-a81d-fea7c6dbd76f', null, null, 'reports/85a58802-09d8-4990-a81d-fea7c6dbd76f', null, null, 1795613062659, 1795613062828, 0, 0, 0, '00-330870cfd720569ff82721a7aff45270-7ea73db55346ccdb-01');
INSERT INTO "operations" ("sequence", "id", "kind", "lane", "turn", "status", "percentage", "project_id", "model_id", "started_by", "command", "attempt", "interruptions", "token", "owner", "lease_until", "run_after", "input_blob", "result_blob", "result_asked_at", "report_blob", "error", "error_details", "created_at", "ended_at", "project_turn", "postponements", "input_bytes", "traceparent") VALUES (2, 'aa4b36ab-e95c-4fe4-afb9-8c62da349ea3', 'CalculateQuantities', 'short', 0, 'Queued', 0, 1, 1, 'ada', '{"_tag":"CalculateQuantities","calculators":["Count"],"filters":[],"source":{"projectVersionId":"1","modelVersionId":"1","sharedDataVersionId":"1"},"table":"tables/1","view":{"blob":"views/aa4b36ab-e95c-4fe4-afb9-8c62da349ea3"}}', 0, 0, 0, null, null, 1795613062850, 'views/aa4b36ab-e95c-4fe4-afb9-8c62da349ea3', null, null, null, null, null, 1795613062850, null, 0, 0, 0, '00-ff9fd2f87b134ba1465b1a61dcb9c6e6-2fc4c2b64464f261-01');
INSERT INTO "operations" ("sequence", "id", "kind", "lane", "turn", "status", "percentage", "project_id", "model_id", "started_by", "command", "attempt", "interruptions", "token", "owner", "lease_until", "run_after", "input_blob", "result_blob", "result_asked_at", "report_blob", "error", "error_details", "created_at", "ended_at", "project_turn", "postponements", "input_bytes", "traceparent") VALUES (3, '12f8d147-564d-468c-9362-efd38b310cf3', 'ImportIfc', 'long', 0, 'Queued', 0, 1, 2, 'ada', '{"_tag":"ImportModel","file":"files/12f8d147-564d-468c-9362-efd38b310cf3","fileName":"a.ifc","format":"ifc","modelGuid":"3uHGhVGzHchgHKHF6NZIHj"}', 0, 0, 0, null, null, 1795613062905, 'files/12f8d147-564d-468c-9362-efd38b310cf3', null, null, null, null, null, 1795613062905, null, 0, 0, 0, '00-ecc726d58defbbc62a7f427fd8544d56-358ed0a233637b59-01');
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash", "position") VALUES (1, 1795613062642, '(service)', 1, 'project.create', '1', null, 'Done', '', 'af0d5c42f989938ee672c8af8243716e5b4fe62d3f5c9f42aa9ee7cd8473f533', 1);
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash", "position") VALUES (2, 1795613062658, '(service)', 1, 'model.create', '1', null, 'Done', 'af0d5c42f989938ee672c8af8243716e5b4fe62d3f5c9f42aa9ee7cd8473f533', 'cb5da21bc832e5451750336f856137c7e6a1a9b0bdcd79039f726cd406c3bbff', 2);
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash", "position") VALUES (3, 1795613062661, '(service)', 1, 'operation.start', '85a58802-09d8-4990-a81d-fea7c6dbd76f', null, 'Done', 'cb5da21bc832e5451750336f856137c7e6a1a9b0bdcd79039f726cd406c3bbff', 'fade62a95228e9053bb2093f54643662e4b1be0bb147ef476f4ded9009e510bd', 3);
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash", "position") VALUES (4, 1795613062835, '(service)', 1, 'operation.finish', '85a58802-09d8-4990-a81d-fea7c6dbd76f', null, 'Done', 'fade62a95228e9053bb2093f54643662e4b1be0bb147ef476f4ded9009e510bd', 'd3232eb37afdb38da282c25cf76578b50c77b947db91e0f339ede1e6ac663b4d', 4);
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash", "position") VALUES (5, 1795613062859, '(service)', 1, 'operation.start', 'aa4b36ab-e95c-4fe4-afb9-8c62da349ea3', null, 'Done', 'd3232eb37afdb38da282c25cf76578b50c77b947db91e0f339ede1e6ac663b4d', 'f641e4a9bf26aaf1599eff76860995ce857e26949c95bb38e7b9e13f80c9ecd0', 5);
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash", "position") VALUES (6, 1795613062904, '(service)', 1, 'model.create', '2', null, 'Done', 'f641e4a9bf26aaf1599eff76860995ce857e26949c95bb38e7b9e13f80c9ecd0', '13c612f2ae61df6dc9758351fd31dee2fc3443a6371e3f4b7a8e7218fbd16542', 6);
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash", "position") VALUES (7, 1795613062915, '(service)', 1, 'operation.start', '12f8d147-564d-468c-9362-efd38b310cf3', null, 'Done', '13c612f2ae61df6dc9758351fd31dee2fc3443a6371e3f4b7a8e7218fbd16542', '9e8d23f27e0ca33a22eb5a568614c040f762ea0e594340c3bc26b85aebc97204', 7);
INSERT INTO "outbox" ("id", "topic", "message_key", "message", "created_at", "sent_at", "traceparent") VALUES (1, 'operations', '1', '{"v":1,"operationId":"85a58802-09d8-4990-a81d-fea7c6dbd76f","kind":"ImportIfc"}', 1795613062660, null, '00-330870cfd720569ff82721a7aff45270-7ea73db55346ccdb-01');
INSERT INTO "outbox" ("id", "topic", "message_key", "message", "created_at", "sent_at", "traceparent") VALUES (2, 'operations', '1', '{"v":1,"operationId":"aa4b36ab-e95c-4fe4-afb9-8c62da349ea3","kind":"CalculateQuantities"}', 1795613062855, null, '00-ff9fd2f87b134ba1465b1a61dcb9c6e6-2fc4c2b64464f261-01');
INSERT INTO "outbox" ("id", "topic", "message_key", "message", "created_at", "sent_at", "traceparent") VALUES (3, 'operations', '2', '{"v":1,"operationId":"12f8d147-564d-468c-9362-efd38b310cf3","kind":"ImportIfc"}', 1795613062905, null, '00-ecc726d58defbbc62a7f427fd8544d56-358ed0a233637b59-01');
INSERT INTO "audit_heads" ("project_id", "position", "hash") VALUES (1, 7, '9e8d23f27e0ca33a22eb5a568614c040f762ea0e594340c3bc26b85aebc97204');
INSERT INTO "measured_tables" ("table_blob", "measures_blob", "exchange_blob", "exchange_triangles", "view_blob", "view_triangles", "picture_blob") VALUES ('tables/85a58802-09d8-4990-a81d-fea7c6dbd76f', null, null, null, null, null, null);
CREATE INDEX answers_by_end ON answers (kept_until)
;
CREATE INDEX project_members_of_user ON project_members (user_id, project_id)
;
CREATE INDEX project_versions_of_project ON project_versions (project_id)
;
CREATE INDEX shared_data_versions_of_project ON shared_data_versions (project_id)
;
CREATE INDEX models_of_project ON models (project_id, state)
;
CREATE INDEX model_tags_of_tag ON model_tags (tag_id)
;
CREATE INDEX model_versions_by_source ON model_versions (source_blob)
;
CREATE INDEX model_versions_by_table ON model_versions (table_blob)
;
CREATE INDEX model_versions_by_parquet ON model_versions (parquet_blob)
;
CREATE INDEX operations_waiting ON operations (lane, turn, sequence) WHERE status = 'Queued'
;
CREATE INDEX operations_running ON operations (lease_until) WHERE status = 'InProgress'
;
CREATE INDEX operations_turns ON operations (lane, turn) WHERE token > 0
;
CREATE INDEX operations_of_model ON operations (model_id)
;
CREATE INDEX "operations_by_input_blob" ON operations ("input_blob") WHERE "input_blob" IS NOT NULL
;
CREATE INDEX "operations_by_result_blob" ON operations ("result_blob") WHERE "result_blob" IS NOT NULL
;
CREATE INDEX "operations_by_report_blob" ON operations ("report_blob") WHERE "report_blob" IS NOT NULL
;
CREATE TRIGGER operations_move BEFORE UPDATE ON operations FOR EACH ROW WHEN OLD.id <> NEW.id OR NEW.percentage < OLD.percentage OR NOT (
      (OLD.status = 'Queued' AND NEW.status IN ('Queued', 'Failed') AND NEW.token = OLD.token)
      OR (OLD.status = 'Queued' AND NEW.status = 'InProgress' AND NEW.token = OLD.token + 1
        AND NEW.attempt = OLD.attempt + 1)
      OR (OLD.status = 'InProgress' AND NEW.token = OLD.token)
      OR (OLD.status = 'InProgress' AND NEW.status = 'InProgress' AND NEW.token = OLD.token + 1
        AND NEW.attempt + NEW.interruptions = OLD.attempt + OLD.interruptions + 1)
      OR (OLD.status IN ('Ready', 'Failed') AND NEW.status = OLD.status AND NEW.token = OLD.token
        AND (NEW.result_blob IS NULL OR NEW.result_blob = OLD.result_blob)))
        BEGIN SELECT RAISE(ABORT, 'an operation moves from Queued to InProgress to its end only'); END;
CREATE INDEX property_sets_in_order ON property_sets (project_id, id)
;
CREATE INDEX property_definitions_in_order ON property_definitions (set_id, id)
;
CREATE INDEX material_libraries_in_order ON material_libraries (project_id, id)
;
CREATE INDEX material_libraries_of_model ON material_libraries (model_id)
;
CREATE INDEX materials_of_library ON materials (library_id, id)
;
CREATE INDEX materials_of_users ON materials (project_id)
    WHERE (imported_name IS NULL OR imported_name <> name)
;
CREATE INDEX deleted_materials_of_project ON deleted_materials (project_id)
;
CREATE INDEX locations_in_order ON locations (project_id, id)
;
CREATE INDEX locations_of_parent ON locations (project_id, parent_guid)
;
CREATE INDEX locations_that_differ ON locations (project_id) WHERE differs = 1
;
CREATE INDEX codification_libraries_of_model ON codification_libraries (model_id)
;
CREATE INDEX deleted_codes_of_project ON deleted_codes (project_id)
;
CREATE TRIGGER audit_delete BEFORE DELETE ON audit FOR EACH ROW WHEN TRUE
        BEGIN SELECT RAISE(ABORT, 'what was done stays written'); END;
CREATE INDEX outbox_waiting ON outbox (id) WHERE sent_at IS NULL
;
CREATE INDEX operations_of_user ON operations (started_by, lane, turn)
    WHERE status IN ('Queued', 'InProgress')
;
CREATE INDEX operations_of_user_in_project ON operations (started_by, project_id, lane, project_turn)
    WHERE status IN ('Queued', 'InProgress')
;
CREATE INDEX operations_of_user_waiting ON operations (started_by, lane, project_turn, sequence)
    WHERE status = 'Queued'
;
CREATE INDEX operations_of_user_taken ON operations (started_by, lane, project_turn) WHERE token > 0
;
CREATE INDEX operations_alone ON operations (status, sequence)
    WHERE status IN ('Queued', 'InProgress') AND interruptions >= 1
;
CREATE INDEX operations_of_project ON operations (project_id) WHERE status IN ('Queued', 'InProgress')
;
CREATE INDEX projects_removed ON projects (removed, id) WHERE removed = 1
;
CREATE INDEX projects_removed_from ON projects (removed_from) WHERE removed_from IS NOT NULL
;
CREATE INDEX uploads_of_user ON uploads (user_id, expires_at) WHERE state = 'Issued'
;
CREATE INDEX projects_of_creator ON projects (created_by)
;
CREATE INDEX locations_of_users ON locations (project_id) WHERE imported = 0
;
CREATE INDEX codification_libraries_of_users ON codification_libraries (project_id) WHERE model_id IS NULL
;
CREATE INDEX material_libraries_of_users ON material_libraries (project_id) WHERE model_id IS NULL
;
CREATE TRIGGER audit_update BEFORE UPDATE ON audit FOR EACH ROW WHEN TRUE
        BEGIN SELECT RAISE(ABORT, 'what was done stays written'); END;
CREATE UNIQUE INDEX audit_by_position ON audit (project_id, position)
;
CREATE TRIGGER audit_heads_move BEFORE UPDATE ON audit_heads FOR EACH ROW WHEN NEW.project_id <> OLD.project_id OR NEW.position <> OLD.position + 1
        BEGIN SELECT RAISE(ABORT, 'the audit goes on entry by entry'); END;
CREATE TRIGGER audit_heads_delete BEFORE DELETE ON audit_heads FOR EACH ROW WHEN TRUE
        BEGIN SELECT RAISE(ABORT, 'what was done stays written'); END;
CREATE INDEX operations_shared ON operations (project_id, sequence, model_id, started_by, kind, status)
    WHERE kind IN ('ImportIfc', 'ExportIfc')
;
CREATE INDEX operations_own ON operations (project_id, started_by, sequence, model_id)
    WHERE kind IN ('CalculateQuantities', 'CalculateDerivedProperties')
;
CREATE INDEX operations_by_kind ON operations (kind, status)
;
CREATE INDEX edited_fields_by_guid ON edited_fields (project_id, derived_guid)
    WHERE gone = 0 AND derived_guid IS NOT NULL
;
CREATE INDEX edited_fields_by_name ON edited_fields (project_id, kind, set_name, name) WHERE gone = 0
;
CREATE INDEX edited_fields_of_project ON edited_fields (project_id, id)
;
CREATE INDEX personal_changes_to_empty ON personal_changes (model_id, user_id) WHERE emptied_to < gone_to
;
CREATE INDEX personal_edits_in_order ON personal_edits (model_id, user_id, revision)
;
CREATE UNIQUE INDEX public_edits_of_cell ON public_edits (model_id, guid, field_id)
    WHERE until_id IS NULL
;
CREATE INDEX public_edits_in_force ON public_edits (model_id, version_id, position)
    WHERE until_id IS NULL
;
CREATE INDEX public_edits_superseded ON public_edits (model_id, until_id) WHERE until_id IS NOT NULL
;
CREATE INDEX version_changes_that_refer ON version_changes (model_id, version_id) WHERE refers = 1
;
CREATE INDEX model_versions_in_order ON model_versions (model_id, id)
;
CREATE INDEX operations_importing ON operations (model_id, sequence)
    WHERE kind = 'ImportIfc' AND status IN ('Queued', 'InProgress')
;
CREATE INDEX codes_in_order ON codes (library_id, unsorted, sort, lowered, identification, guid)
;
CREATE INDEX codes_of_parent ON codes (library_id, parent_guid)
;
CREATE INDEX codes_that_differ ON codes (project_id) WHERE differs = 1
;
CREATE INDEX codes_of_library ON codes (library_id, id)
;
CREATE INDEX sign_ins_of_user ON sign_ins (user_id, created_at)
;
CREATE INDEX sign_ins_of_client ON sign_ins (client_id)
;
CREATE INDEX sign_ins_by_end ON sign_ins (ends_at)
;
CREATE INDEX revocations_by_time ON revocations (revoked_at)
;
CREATE INDEX "measured_tables_by_measures" ON measured_tables ("measures_blob")
;
CREATE INDEX "measured_tables_by_exchange" ON measured_tables ("exchange_blob")
;
CREATE INDEX "measured_tables_by_view" ON measured_tables ("view_blob")
;
CREATE INDEX "measured_tables_by_picture" ON measured_tables ("picture_blob")
;
CREATE INDEX derived_files_by_blob ON derived_files (file_blob)
;
CREATE INDEX derived_files_by_age ON derived_files (asked_at)
;
