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
  );
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
    created_at BIGINT NOT NULL,
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
  );
CREATE TABLE uploads (
    upload_key TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('Issued', 'Used')),
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  );
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
    ended_at BIGINT,
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
    created_at BIGINT NOT NULL,
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
    category TEXT,
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
    differs INTEGER NOT NULL,
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
    more_info TEXT,
    UNIQUE (project_id, guid)
  );
CREATE TABLE codes (
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
    UNIQUE (library_id, guid),
    UNIQUE (library_id, identification),
    FOREIGN KEY (library_id, parent_guid) REFERENCES codes (library_id, guid) DEFERRABLE INITIALLY DEFERRED
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
  );
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    message_key TEXT NOT NULL,
    message TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
  );
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0001_create_projects', 1795228439434);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0002_create_models', 1795228439441);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0003_create_operations', 1795228439446);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0004_create_property_sets', 1795228439448);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0005_create_materials', 1795228439451);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0006_create_locations', 1795228439454);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0007_create_codifications', 1795228439456);
INSERT INTO "migrations" ("name", "applied_at") VALUES ('0008_create_audit', 1795228439459);
INSERT INTO "projects" ("id", "name", "description", "is_sample", "created_by", "created_at", "project_version_id", "shared_data_version_id") VALUES (1, 'Project', null, 0, 'ada', 1795228439509, 2, 2);
INSERT INTO "project_members" ("id", "project_id", "user_id", "role") VALUES (1, 1, 'ada', 'Owner');
INSERT INTO "project_versions" ("id", "project_id", "created_at") VALUES (1, 1, 1795228439512);
INSERT INTO "project_versions" ("id", "project_id", "created_at") VALUES (2, 1, 1795228439530);
INSERT INTO "shared_data_versions" ("id", "project_id", "created_at") VALUES (1, 1, 1795228439511);
INSERT INTO "shared_data_versions" ("id", "project_id", "created_at") VALUES (2, 1, 1795228439529);
INSERT INTO "models" ("id", "project_id", "guid", "name", "state", "failure", "default_role", "version_id", "created_by", "created_at") VALUES (1, 1, '2nqon4fNBl_tue95ffHrGc', 'Ready', 'Ready', null, 'Viewer', 1, 'ada', 1795228439519);
INSERT INTO "models" ("id", "project_id", "guid", "name", "state", "failure", "default_role", "version_id", "created_by", "created_at") VALUES (2, 1, '1NaXs02wkCK7BG0pRZg$WO', 'Waiting', 'Importing', null, 'Viewer', null, 'ada', 1795228439542);
INSERT INTO "tags" ("id", "project_id", "name") VALUES (1, 1, 'A');
INSERT INTO "tags" ("id", "project_id", "name") VALUES (2, 1, 'B');
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (1, 1, 0);
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (1, 2, 1);
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (2, 1, 0);
INSERT INTO "model_tags" ("model_id", "tag_id", "position") VALUES (2, 2, 1);
INSERT INTO "model_versions" ("id", "model_id", "project_version_id", "shared_data_version_id", "title", "description", "products", "source_blob", "table_blob", "parquet_blob", "created_by", "created_at") VALUES (1, 1, 2, 2, 'Import', null, 3, 'files/9cf50895-f88f-42b1-af10-ba0a6d7aa141', 'tables/9cf50895-f88f-42b1-af10-ba0a6d7aa141', 'parquets/9cf50895-f88f-42b1-af10-ba0a6d7aa141', 'ada', 1795228439530);
INSERT INTO "uploads" ("upload_key", "user_id", "state", "expires_at", "created_at") VALUES ('9e516aa1-a79d-47f1-b7d0-fcc659f0269f', 'ada', 'Used', 1795232039517, 1795228439517);
INSERT INTO "uploads" ("upload_key", "user_id", "state", "expires_at", "created_at") VALUES ('650c7910-e5f2-4101-a75e-6ade9efbcc8d', 'ada', 'Used', 1795232039541, 1795228439541);
INSERT INTO "operations" ("sequence", "id", "kind", "lane", "turn", "status", "percentage", "project_id", "model_id", "started_by", "command", "attempt", "interruptions", "token", "owner", "lease_until", "run_after", "input_blob", "result_blob", "result_asked_at", "report_blob", "error", "error_details", "created_at", "ended_at") VALUES (1, '9cf50895-f88f-42b1-af10-ba0a6d7aa141', 'ImportIfc', 'long', 0, 'Ready', 100, 1, 1, 'ada', '{"_tag":"ImportModel","file":"files/9cf50895-f88f-42b1-af10-ba0a6d7aa141","fileName":"a.ifc","format":"ifc","modelGuid":"2nqon4fNBl_tue95ffHrGc"}', 1, 0, 1, null, null, 1795228439522, 'files/9cf50895-f88f-42b1-af10-ba0a6d7aa141', null, null, 'reports/9cf50895-f88f-42b1-af10-ba0a6d7aa141', null, null, 1795228439522, 1795228439529);
INSERT INTO "operations" ("sequence", "id", "kind", "lane", "turn", "status", "percentage", "project_id", "model_id", "started_by", "command", "attempt", "interruptions", "token", "owner", "lease_until", "run_after", "input_blob", "result_blob", "result_asked_at", "report_blob", "error", "error_details", "created_at", "ended_at") VALUES (2, 'de690d05-a3ff-4298-b278-9c9ca4bacc5a', 'CalculateQuantities', 'short', 0, 'Queued', 0, 1, 1, 'ada', '{"_tag":"CalculateQuantities","calculators":["Count"],"filters":null,"source":{"projectVersionId":"1","modelVersionId":"1","sharedDataVersionId":"1"},"table":"tables/1","view":"{}"}', 0, 0, 0, null, null, 1795228439535, 'tables/1', null, null, null, null, null, 1795228439535, null);
INSERT INTO "operations" ("sequence", "id", "kind", "lane", "turn", "status", "percentage", "project_id", "model_id", "started_by", "command", "attempt", "interruptions", "token", "owner", "lease_until", "run_after", "input_blob", "result_blob", "result_asked_at", "report_blob", "error", "error_details", "created_at", "ended_at") VALUES (3, 'e9c08c76-3842-40c3-aae4-1707cf1386a2', 'ImportIfc', 'long', 0, 'Queued', 0, 1, 2, 'ada', '{"_tag":"ImportModel","file":"files/e9c08c76-3842-40c3-aae4-1707cf1386a2","fileName":"a.ifc","format":"ifc","modelGuid":"1NaXs02wkCK7BG0pRZg$WO"}', 0, 0, 0, null, null, 1795228439543, 'files/e9c08c76-3842-40c3-aae4-1707cf1386a2', null, null, null, null, null, 1795228439543, null);
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash") VALUES (1, 1795228439513, '(service)', 1, 'project.create', '1', null, 'Done', '', '84a89cb3a9937b191151970fb0ececc5211d6953c870c97306f9331dbbb80f00');
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash") VALUES (2, 1795228439521, '(service)', 1, 'model.create', '1', null, 'Done', '84a89cb3a9937b191151970fb0ececc5211d6953c870c97306f9331dbbb80f00', '696a62240c8d03183026f2e0c7ff110aa97b0dcf32c82efd6b1eace4620f68fc');
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash") VALUES (3, 1795228439522, '(service)', 1, 'operation.start', '9cf50895-f88f-42b1-af10-ba0a6d7aa141', null, 'Done', '696a62240c8d03183026f2e0c7ff110aa97b0dcf32c82efd6b1eace4620f68fc', 'd8f90278f9e747c95bf26ed1c24988bdcd5ce5c2b1869f038774705678487f85');
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash") VALUES (4, 1795228439533, '(service)', 1, 'operation.finish', '9cf50895-f88f-42b1-af10-ba0a6d7aa141', null, 'Done', 'd8f90278f9e747c95bf26ed1c24988bdcd5ce5c2b1869f038774705678487f85', '36ecfdf575bde57538f607606614930bd9dce7db088153aed715bb6b16dc2cef');
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash") VALUES (5, 1795228439537, '(service)', 1, 'operation.start', 'de690d05-a3ff-4298-b278-9c9ca4bacc5a', null, 'Done', '36ecfdf575bde57538f607606614930bd9dce7db088153aed715bb6b16dc2cef', '5b1e5d845a4fd88f8336259f08788a1bac62cef472e6442e2cbe48eb08d74dd2');
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash") VALUES (6, 1795228439542, '(service)', 1, 'model.create', '2', null, 'Done', '5b1e5d845a4fd88f8336259f08788a1bac62cef472e6442e2cbe48eb08d74dd2', '4a6177ff054213e1d5815eb0c9850f0464d99b3e2ade05e28b19f2ab05097ab8');
INSERT INTO "audit" ("id", "at", "actor", "project_id", "action", "object", "request_id", "outcome", "previous_hash", "hash") VALUES (7, 1795228439543, '(service)', 1, 'operation.start', 'e9c08c76-3842-40c3-aae4-1707cf1386a2', null, 'Done', '4a6177ff054213e1d5815eb0c9850f0464d99b3e2ade05e28b19f2ab05097ab8', 'd994d3d571f83adb2ffa56ad8401e5d2156f1f7a69b3657c4bb6f2febd4b8030');
INSERT INTO "outbox" ("id", "topic", "message_key", "message", "created_at", "sent_at") VALUES (1, 'operations', '1', '{"v":1,"operationId":"9cf50895-f88f-42b1-af10-ba0a6d7aa141","kind":"ImportIfc"}', 1795228439522, null);
INSERT INTO "outbox" ("id", "topic", "message_key", "message", "created_at", "sent_at") VALUES (2, 'operations', '1', '{"v":1,"operationId":"de690d05-a3ff-4298-b278-9c9ca4bacc5a","kind":"CalculateQuantities"}', 1795228439536, null);
INSERT INTO "outbox" ("id", "topic", "message_key", "message", "created_at", "sent_at") VALUES (3, 'operations', '2', '{"v":1,"operationId":"e9c08c76-3842-40c3-aae4-1707cf1386a2","kind":"ImportIfc"}', 1795228439543, null);
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
CREATE INDEX model_versions_of_model ON model_versions (model_id)
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
CREATE INDEX operations_open ON operations (project_id, lane, turn)
    WHERE status IN ('Queued', 'InProgress')
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
CREATE INDEX codes_in_order ON codes (library_id, unsorted, sort, lowered, identification, guid)
;
CREATE INDEX codes_of_parent ON codes (library_id, parent_guid)
;
CREATE INDEX codes_that_differ ON codes (project_id) WHERE differs = 1
;
CREATE INDEX deleted_codes_of_project ON deleted_codes (project_id)
;
CREATE INDEX audit_of_project ON audit (project_id, id)
;
CREATE TRIGGER audit_update BEFORE UPDATE ON audit FOR EACH ROW WHEN TRUE
        BEGIN SELECT RAISE(ABORT, 'what was done stays written'); END;
CREATE TRIGGER audit_delete BEFORE DELETE ON audit FOR EACH ROW WHEN TRUE
        BEGIN SELECT RAISE(ABORT, 'what was done stays written'); END;
CREATE INDEX outbox_waiting ON outbox (id) WHERE sent_at IS NULL
;
