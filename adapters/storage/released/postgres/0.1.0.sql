
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.audit_delete_refused() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'what was done stays written' USING ERRCODE = '23514'; END $$;
CREATE FUNCTION public.audit_heads_delete_refused() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'what was done stays written' USING ERRCODE = '23514'; END $$;
CREATE FUNCTION public.audit_heads_move_refused() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the audit goes on entry by entry' USING ERRCODE = '23514'; END $$;
CREATE FUNCTION public.audit_update_refused() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'what was done stays written' USING ERRCODE = '23514'; END $$;
CREATE FUNCTION public.operations_move_refused() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'an operation moves from Queued to InProgress to its end only' USING ERRCODE = '23514'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.accounts (
    user_id text NOT NULL COLLATE pg_catalog."C",
    password_hash text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.answers (
    user_id text NOT NULL,
    path text NOT NULL,
    answer_key text NOT NULL,
    body_hash text NOT NULL,
    answer text NOT NULL,
    kept_until bigint NOT NULL
);
CREATE TABLE public.audit (
    id bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    project_id bigint NOT NULL,
    action text NOT NULL,
    object text NOT NULL,
    request_id text,
    outcome text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.audit_heads (
    project_id bigint NOT NULL,
    "position" bigint NOT NULL,
    hash text NOT NULL
);
ALTER TABLE public.audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.clients (
    client_id text NOT NULL COLLATE pg_catalog."C",
    redirect_uris text NOT NULL,
    scopes text NOT NULL,
    secret_hash text,
    created_at bigint NOT NULL
);
CREATE TABLE public.codes (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    library_id bigint NOT NULL,
    guid text NOT NULL COLLATE pg_catalog."C",
    parent_guid text COLLATE pg_catalog."C",
    identification text NOT NULL COLLATE pg_catalog."C",
    lowered text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    description text,
    uri text,
    sort double precision,
    unsorted integer NOT NULL,
    measures text NOT NULL,
    imported integer NOT NULL,
    differs integer NOT NULL,
    staged_by bigint DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL
);
ALTER TABLE public.codes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.codification_libraries (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    model_id bigint,
    guid text NOT NULL,
    name text NOT NULL,
    type text,
    description text,
    source text,
    edition text,
    edition_date text,
    uri text,
    more_info text,
    staged_by bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.codification_libraries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.codification_libraries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.deleted_codes (
    project_id bigint NOT NULL,
    model_id bigint NOT NULL,
    guid text NOT NULL
);
CREATE TABLE public.deleted_locations (
    project_id bigint NOT NULL,
    guid text NOT NULL,
    deleted_after bigint NOT NULL
);
CREATE TABLE public.deleted_materials (
    model_id bigint NOT NULL,
    project_id bigint NOT NULL,
    guid text NOT NULL
);
CREATE TABLE public.derived_files (
    model_id bigint NOT NULL,
    source text NOT NULL,
    name text NOT NULL,
    file_blob text NOT NULL,
    triangles bigint NOT NULL,
    asked_at bigint NOT NULL
);
CREATE TABLE public.edit_sessions (
    model_id bigint NOT NULL,
    user_id text NOT NULL,
    session_id text,
    used_at bigint NOT NULL
);
CREATE TABLE public.edited_fields (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    kind text NOT NULL,
    set_name text NOT NULL,
    name text NOT NULL,
    derived_guid text,
    gone integer DEFAULT 0 NOT NULL
);
ALTER TABLE public.edited_fields ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.edited_fields_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.invitations (
    id integer NOT NULL,
    secret_hash text NOT NULL,
    CONSTRAINT invitations_id_check CHECK ((id = 1))
);
CREATE TABLE public.locations (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    guid text NOT NULL,
    parent_guid text,
    name text NOT NULL,
    type text NOT NULL,
    properties text NOT NULL,
    imported integer NOT NULL,
    differs integer NOT NULL,
    staged_by bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.locations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.locations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.material_libraries (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    model_id bigint,
    guid text NOT NULL,
    name text NOT NULL,
    type text,
    uri text,
    description text,
    source text,
    edition text,
    created_at bigint NOT NULL,
    staged_by bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.material_libraries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.material_libraries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.materials (
    id bigint NOT NULL,
    library_id bigint NOT NULL,
    project_id bigint NOT NULL,
    guid text NOT NULL,
    name text NOT NULL,
    imported_name text,
    color text,
    description text,
    category text,
    staged_by bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.materials ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.materials_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.measured_tables (
    table_blob text NOT NULL,
    measures_blob text,
    exchange_blob text,
    exchange_triangles bigint,
    view_blob text,
    view_triangles bigint,
    picture_blob text
);
CREATE TABLE public.migrations (
    name text NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.model_members (
    model_id bigint NOT NULL,
    user_id text NOT NULL,
    role text NOT NULL
);
CREATE TABLE public.model_tags (
    model_id bigint NOT NULL,
    tag_id bigint NOT NULL,
    "position" integer NOT NULL
);
CREATE TABLE public.model_versions (
    id bigint NOT NULL,
    model_id bigint NOT NULL,
    project_version_id bigint NOT NULL,
    shared_data_version_id bigint NOT NULL,
    title text NOT NULL,
    description text,
    products integer NOT NULL,
    source_blob text NOT NULL,
    table_blob text NOT NULL,
    parquet_blob text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    changes_id bigint
);
ALTER TABLE public.model_versions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.model_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.models (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    guid text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    failure text,
    default_role text NOT NULL,
    version_id bigint,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    lowered text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    published_cells bigint DEFAULT 0 NOT NULL,
    published_bytes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT models_check CHECK (((state = 'Ready'::text) = (version_id IS NOT NULL))),
    CONSTRAINT models_state_check CHECK ((state = ANY (ARRAY['Importing'::text, 'Ready'::text, 'Failed'::text])))
);
ALTER TABLE public.models ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.models_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.operations (
    sequence bigint NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    lane text NOT NULL,
    turn bigint NOT NULL,
    status text NOT NULL,
    percentage integer DEFAULT 0 NOT NULL,
    project_id bigint NOT NULL,
    model_id bigint NOT NULL,
    started_by text NOT NULL,
    command text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    interruptions integer DEFAULT 0 NOT NULL,
    token integer DEFAULT 0 NOT NULL,
    owner text,
    lease_until bigint,
    run_after bigint NOT NULL,
    input_blob text NOT NULL,
    result_blob text,
    result_asked_at bigint,
    report_blob text,
    error text,
    error_details text,
    created_at bigint NOT NULL,
    ended_at bigint,
    project_turn bigint DEFAULT 0 NOT NULL,
    postponements integer DEFAULT 0 NOT NULL,
    input_bytes bigint DEFAULT 0 NOT NULL,
    traceparent text,
    CONSTRAINT operations_check CHECK (((status = 'Ready'::text) = (percentage = 100))),
    CONSTRAINT operations_check1 CHECK (((status = 'InProgress'::text) = (lease_until IS NOT NULL))),
    CONSTRAINT operations_lane_check CHECK ((lane = ANY (ARRAY['long'::text, 'short'::text]))),
    CONSTRAINT operations_percentage_check CHECK (((percentage >= 0) AND (percentage <= 100))),
    CONSTRAINT operations_status_check CHECK ((status = ANY (ARRAY['Queued'::text, 'InProgress'::text, 'Ready'::text, 'Failed'::text])))
);
ALTER TABLE public.operations ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.operations_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.outbox (
    id bigint NOT NULL,
    topic text NOT NULL,
    message_key text NOT NULL,
    message text NOT NULL,
    created_at bigint NOT NULL,
    sent_at bigint,
    traceparent text
);
ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.personal_changes (
    model_id bigint NOT NULL,
    user_id text NOT NULL,
    revision bigint NOT NULL,
    gone_to bigint DEFAULT 0 NOT NULL,
    emptied_to bigint DEFAULT 0 NOT NULL,
    cells bigint DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.personal_edits (
    model_id bigint NOT NULL,
    user_id text NOT NULL,
    guid text NOT NULL,
    field_id bigint NOT NULL,
    revision bigint NOT NULL,
    now text NOT NULL,
    reference text
);
CREATE TABLE public.project_members (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    user_id text NOT NULL,
    role text NOT NULL,
    CONSTRAINT project_members_role_check CHECK ((role = ANY (ARRAY['User'::text, 'Contributor'::text, 'Owner'::text])))
);
ALTER TABLE public.project_members ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_members_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.project_versions (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE public.project_versions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.projects (
    id bigint NOT NULL,
    name text NOT NULL,
    description text,
    is_sample integer DEFAULT 0 NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    project_version_id bigint,
    shared_data_version_id bigint,
    removed integer DEFAULT 0 NOT NULL,
    removed_from bigint,
    lowered text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE public.projects ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.projects_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.property_definitions (
    id bigint NOT NULL,
    set_id bigint NOT NULL,
    project_id bigint NOT NULL,
    guid text NOT NULL,
    name text NOT NULL,
    data_type text NOT NULL,
    measure_type text,
    unit_name text,
    enumeration_values text,
    CONSTRAINT property_definitions_check CHECK (((data_type = 'enumeration'::text) = (enumeration_values IS NOT NULL)))
);
ALTER TABLE public.property_definitions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.property_definitions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.property_guids (
    project_id bigint NOT NULL,
    set_name text NOT NULL,
    name text NOT NULL,
    guid text NOT NULL
);
CREATE TABLE public.property_sets (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    name text NOT NULL,
    entity_types text NOT NULL
);
ALTER TABLE public.property_sets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.property_sets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.public_edits (
    model_id bigint NOT NULL,
    version_id bigint NOT NULL,
    "position" bigint NOT NULL,
    guid text NOT NULL,
    field_id bigint NOT NULL,
    now text NOT NULL,
    reference text,
    until_id bigint
);
CREATE TABLE public.retired_secrets (
    id bigint NOT NULL,
    name text NOT NULL,
    value bytea NOT NULL,
    ends_at bigint NOT NULL
);
ALTER TABLE public.retired_secrets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.retired_secrets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.revocations (
    kind text NOT NULL,
    subject text NOT NULL,
    revoked_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    CONSTRAINT revocations_kind_check CHECK ((kind = ANY (ARRAY['User'::text, 'SignIn'::text])))
);
CREATE TABLE public.secrets (
    name text NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE public.shared_data_versions (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE public.shared_data_versions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.shared_data_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.sign_ins (
    id text NOT NULL,
    code_hash text NOT NULL,
    client_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL,
    redirect_uri text NOT NULL,
    challenge text NOT NULL,
    scopes text NOT NULL,
    refresh_hash text,
    created_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    waiting_tokens bytea,
    provider_refresh bytea,
    claimed_until bigint
);
CREATE TABLE public.stagings (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    operation_id text NOT NULL,
    token integer NOT NULL,
    shared_data_version_id bigint NOT NULL,
    locations_after bigint NOT NULL,
    materials_after bigint DEFAULT 0 NOT NULL,
    codes_after bigint DEFAULT 0 NOT NULL
);
ALTER TABLE public.stagings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.stagings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tags (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    name text NOT NULL
);
ALTER TABLE public.tags ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tags_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.uploads (
    upload_key text NOT NULL,
    user_id text NOT NULL,
    state text NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    reserved bigint DEFAULT 0 NOT NULL,
    CONSTRAINT uploads_state_check CHECK ((state = ANY (ARRAY['Issued'::text, 'Used'::text])))
);
CREATE TABLE public.users (
    user_id text NOT NULL,
    name text,
    created_at bigint NOT NULL
);
CREATE TABLE public.version_changes (
    model_id bigint NOT NULL,
    version_id bigint NOT NULL,
    "position" bigint NOT NULL,
    guid text NOT NULL,
    field_id bigint NOT NULL,
    value_before text,
    value_after text,
    refers integer NOT NULL
);
CREATE TABLE public.version_fields (
    model_id bigint NOT NULL,
    version_id bigint NOT NULL,
    field_id bigint NOT NULL,
    cells bigint NOT NULL
);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (1, 1795580294599, '(service)', 1, 'project.create', '1', NULL, 'Done', '', '7702afb7cb4e56081d8b0245a5b9577e1c15d01b7cbd60adda1c8ca67f7a7ff4', 1);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (2, 1795580294608, '(service)', 1, 'model.create', '1', NULL, 'Done', '7702afb7cb4e56081d8b0245a5b9577e1c15d01b7cbd60adda1c8ca67f7a7ff4', '5c16ae9527e6da613b2891e9ad79204b004015af3de3d7e5414b9effe72c90e1', 2);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (3, 1795580294613, '(service)', 1, 'operation.start', 'a2649be9-39bd-439a-bb7e-3ef3128ec5af', NULL, 'Done', '5c16ae9527e6da613b2891e9ad79204b004015af3de3d7e5414b9effe72c90e1', '2fb31724c42ecef158185081d9e26d80892aea6041346678cd72cec3c8ba6ed3', 3);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (4, 1795580294637, '(service)', 1, 'operation.finish', 'a2649be9-39bd-439a-bb7e-3ef3128ec5af', NULL, 'Done', '2fb31724c42ecef158185081d9e26d80892aea6041346678cd72cec3c8ba6ed3', 'c121ac20ec8d9665a5db4db2b2bf5cdf05be023fece0bbf68ee21515936686fc', 4);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (5, 1795580294642, '(service)', 1, 'operation.start', 'bda5d8fa-2043-4c95-9c09-8be2f2ecb03f', NULL, 'Done', 'c121ac20ec8d9665a5db4db2b2bf5cdf05be023fece0bbf68ee21515936686fc', '355dbd58a7ea70e4f79b91f8399568670cb817713b4b1043829817a7bfc54bc9', 5);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (6, 1795580294648, '(service)', 1, 'model.create', '2', NULL, 'Done', '355dbd58a7ea70e4f79b91f8399568670cb817713b4b1043829817a7bfc54bc9', 'fa73a89bb09d8aa6f9b55a8dcfbbbdc48f4c3034a966efda046903d2ca488408', 6);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (7, 1795580294651, '(service)', 1, 'operation.start', '82de8f54-b485-4ffb-a7fb-90c035967421', NULL, 'Done', 'fa73a89bb09d8aa6f9b55a8dcfbbbdc48f4c3034a966efda046903d2ca488408', '116aa2d4cb4daf2d6329837b23592a4d05b411e105e89163fed26c16951e8e12', 7);
INSERT INTO public.audit_heads VALUES (1, 7, '116aa2d4cb4daf2d6329837b23592a4d05b411e105e89163fed26c16951e8e12');
INSERT INTO public.measured_tables VALUES ('tables/a2649be9-39bd-439a-bb7e-3ef3128ec5af', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.migrations VALUES ('0001_create_projects', 1795580294420);
INSERT INTO public.migrations VALUES ('0002_create_models', 1795580294437);
INSERT INTO public.migrations VALUES ('0003_create_operations', 1795580294448);
INSERT INTO public.migrations VALUES ('0004_create_property_sets', 1795580294460);
INSERT INTO public.migrations VALUES ('0005_create_materials', 1795580294469);
INSERT INTO public.migrations VALUES ('0006_create_locations', 1795580294478);
INSERT INTO public.migrations VALUES ('0007_create_codifications', 1795580294489);
INSERT INTO public.migrations VALUES ('0008_create_audit', 1795580294498);
INSERT INTO public.migrations VALUES ('0009_share_turns', 1795580294510);
INSERT INTO public.migrations VALUES ('0010_limit_growth', 1795580294517);
INSERT INTO public.migrations VALUES ('0011_list_history', 1795580294525);
INSERT INTO public.migrations VALUES ('0012_count_operations', 1795580294527);
INSERT INTO public.migrations VALUES ('0013_create_sessions', 1795580294531);
INSERT INTO public.migrations VALUES ('0014_create_edits', 1795580294547);
INSERT INTO public.migrations VALUES ('0015_import_again', 1795580294551);
INSERT INTO public.migrations VALUES ('0016_order_codes', 1795580294554);
INSERT INTO public.migrations VALUES ('0017_find_codes', 1795580294559);
INSERT INTO public.migrations VALUES ('0018_create_sign_ins', 1795580294572);
INSERT INTO public.migrations VALUES ('0020_keep_provider_tokens', 1795580294574);
INSERT INTO public.migrations VALUES ('0021_keep_geometry', 1795580294580);
INSERT INTO public.migrations VALUES ('0022_keep_traces', 1795580294582);
INSERT INTO public.migrations VALUES ('0023_measure_edits', 1795580294585);
INSERT INTO public.model_tags VALUES (1, 1, 0);
INSERT INTO public.model_tags VALUES (1, 2, 1);
INSERT INTO public.model_tags VALUES (2, 1, 0);
INSERT INTO public.model_tags VALUES (2, 2, 1);
INSERT INTO public.model_versions OVERRIDING SYSTEM VALUE VALUES (1, 1, 2, 1, 'Import', NULL, 3, 'files/a2649be9-39bd-439a-bb7e-3ef3128ec5af', 'tables/a2649be9-39bd-439a-bb7e-3ef3128ec5af', 'parquets/a2649be9-39bd-439a-bb7e-3ef3128ec5af', 'ada', 1795580294635, NULL);
INSERT INTO public.models OVERRIDING SYSTEM VALUE VALUES (1, 1, '0lMqtm89MooQyBDmqOXka8', 'Ready', 'Ready', NULL, 'Viewer', 1, 'ada', 1795580294606, 'ready', 0, 0);
INSERT INTO public.models OVERRIDING SYSTEM VALUE VALUES (2, 1, '10r3zwt$Asw0MNzeEcqKxU', 'Waiting', 'Importing', NULL, 'Viewer', NULL, 'ada', 1795580294647, 'waiting', 0, 0);
INSERT INTO public.operations OVERRIDING SYSTEM VALUE VALUES (1, 'a2649be9-39bd-439a-bb7e-3ef3128ec5af', 'ImportIfc', 'long', 0, 'Ready', 100, 1, 1, 'ada', '{"_tag":"ImportModel","file":"files/a2649be9-39bd-439a-bb7e-3ef3128ec5af","fileName":"a.ifc","format":"ifc","modelGuid":"0lMqtm89MooQyBDmqOXka8"}', 1, 0, 1, NULL, NULL, 1795580294611, 'files/a2649be9-39bd-439a-bb7e-3ef3128ec5af', NULL, NULL, 'reports/a2649be9-39bd-439a-bb7e-3ef3128ec5af', NULL, NULL, 1795580294611, 1795580294634, 0, 0, 0, '00-4286aab8f5bb0322aaa3d2d1ea75c10e-20a06c573b0e91e6-01');
INSERT INTO public.operations OVERRIDING SYSTEM VALUE VALUES (2, 'bda5d8fa-2043-4c95-9c09-8be2f2ecb03f', 'CalculateQuantities', 'short', 0, 'Queued', 0, 1, 1, 'ada', '{"_tag":"CalculateQuantities","calculators":["Count"],"filters":[],"source":{"projectVersionId":"1","modelVersionId":"1","sharedDataVersionId":"1"},"table":"tables/1","view":{"blob":"views/bda5d8fa-2043-4c95-9c09-8be2f2ecb03f"}}', 0, 0, 0, NULL, NULL, 1795580294640, 'views/bda5d8fa-2043-4c95-9c09-8be2f2ecb03f', NULL, NULL, NULL, NULL, NULL, 1795580294640, NULL, 0, 0, 0, '00-42e069f548af20b04f827b10f4068148-51f554e2bcf134aa-01');
INSERT INTO public.operations OVERRIDING SYSTEM VALUE VALUES (3, '82de8f54-b485-4ffb-a7fb-90c035967421', 'ImportIfc', 'long', 0, 'Queued', 0, 1, 2, 'ada', '{"_tag":"ImportModel","file":"files/82de8f54-b485-4ffb-a7fb-90c035967421","fileName":"a.ifc","format":"ifc","modelGuid":"10r3zwt$Asw0MNzeEcqKxU"}', 0, 0, 0, NULL, NULL, 1795580294650, 'files/82de8f54-b485-4ffb-a7fb-90c035967421', NULL, NULL, NULL, NULL, NULL, 1795580294650, NULL, 0, 0, 0, '00-ba2783d03764efa63c0f2dd66fee91b4-c61b78e48ab1210e-01');
INSERT INTO public.outbox OVERRIDING SYSTEM VALUE VALUES (1, 'operations', '1', '{"v":1,"operationId":"a2649be9-39bd-439a-bb7e-3ef3128ec5af","kind":"ImportIfc"}', 1795580294612, NULL, '00-4286aab8f5bb0322aaa3d2d1ea75c10e-20a06c573b0e91e6-01');
INSERT INTO public.outbox OVERRIDING SYSTEM VALUE VALUES (2, 'operations', '1', '{"v":1,"operationId":"bda5d8fa-2043-4c95-9c09-8be2f2ecb03f","kind":"CalculateQuantities"}', 1795580294641, NULL, '00-42e069f548af20b04f827b10f4068148-51f554e2bcf134aa-01');
INSERT INTO public.outbox OVERRIDING SYSTEM VALUE VALUES (3, 'operations', '2', '{"v":1,"operationId":"82de8f54-b485-4ffb-a7fb-90c035967421","kind":"ImportIfc"}', 1795580294651, NULL, '00-ba2783d03764efa63c0f2dd66fee91b4-c61b78e48ab1210e-01');
INSERT INTO public.project_members OVERRIDING SYSTEM VALUE VALUES (1, 1, 'ada', 'Owner');
INSERT INTO public.project_versions OVERRIDING SYSTEM VALUE VALUES (1, 1, 1795580294598);
INSERT INTO public.project_versions OVERRIDING SYSTEM VALUE VALUES (2, 1, 1795580294634);
INSERT INTO public.projects OVERRIDING SYSTEM VALUE VALUES (1, 'Project', NULL, 0, 'ada', 1795580294595, 2, 2, 0, NULL, 'project');
INSERT INTO public.shared_data_versions OVERRIDING SYSTEM VALUE VALUES (1, 1, 1795580294597);
INSERT INTO public.shared_data_versions OVERRIDING SYSTEM VALUE VALUES (2, 1, 1795580294634);
INSERT INTO public.tags OVERRIDING SYSTEM VALUE VALUES (1, 1, 'A');
INSERT INTO public.tags OVERRIDING SYSTEM VALUE VALUES (2, 1, 'B');
INSERT INTO public.uploads VALUES ('44a13bce-b118-47d5-986d-644d26e42253', 'ada', 'Used', 1795583894602, 1795580294602, 0, 0);
INSERT INTO public.uploads VALUES ('376057db-b8dc-407b-bca6-801462dab026', 'ada', 'Used', 1795583894645, 1795580294645, 0, 0);
SELECT pg_catalog.setval('public.audit_id_seq', 7, true);
SELECT pg_catalog.setval('public.codes_id_seq', 1, false);
SELECT pg_catalog.setval('public.codification_libraries_id_seq', 1, false);
SELECT pg_catalog.setval('public.edited_fields_id_seq', 1, false);
SELECT pg_catalog.setval('public.locations_id_seq', 1, false);
SELECT pg_catalog.setval('public.material_libraries_id_seq', 1, false);
SELECT pg_catalog.setval('public.materials_id_seq', 1, false);
SELECT pg_catalog.setval('public.model_versions_id_seq', 1, true);
SELECT pg_catalog.setval('public.models_id_seq', 2, true);
SELECT pg_catalog.setval('public.operations_sequence_seq', 3, true);
SELECT pg_catalog.setval('public.outbox_id_seq', 3, true);
SELECT pg_catalog.setval('public.project_members_id_seq', 1, true);
SELECT pg_catalog.setval('public.project_versions_id_seq', 2, true);
SELECT pg_catalog.setval('public.projects_id_seq', 1, true);
SELECT pg_catalog.setval('public.property_definitions_id_seq', 1, false);
SELECT pg_catalog.setval('public.property_sets_id_seq', 1, false);
SELECT pg_catalog.setval('public.retired_secrets_id_seq', 1, false);
SELECT pg_catalog.setval('public.shared_data_versions_id_seq', 2, true);
SELECT pg_catalog.setval('public.stagings_id_seq', 1, true);
SELECT pg_catalog.setval('public.tags_id_seq', 4, true);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (user_id, path, answer_key);
ALTER TABLE ONLY public.audit_heads
    ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (client_id);
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_library_id_identification_key UNIQUE (library_id, identification);
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_project_id_guid_library_id_key UNIQUE (project_id, guid, library_id);
ALTER TABLE ONLY public.codification_libraries
    ADD CONSTRAINT codification_libraries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.codification_libraries
    ADD CONSTRAINT codification_libraries_project_id_guid_key UNIQUE (project_id, guid);
ALTER TABLE ONLY public.deleted_codes
    ADD CONSTRAINT deleted_codes_pkey PRIMARY KEY (model_id, guid);
ALTER TABLE ONLY public.deleted_locations
    ADD CONSTRAINT deleted_locations_pkey PRIMARY KEY (project_id, guid);
ALTER TABLE ONLY public.deleted_materials
    ADD CONSTRAINT deleted_materials_pkey PRIMARY KEY (model_id, guid);
ALTER TABLE ONLY public.derived_files
    ADD CONSTRAINT derived_files_pkey PRIMARY KEY (model_id, source, name);
ALTER TABLE ONLY public.edit_sessions
    ADD CONSTRAINT edit_sessions_pkey PRIMARY KEY (model_id, user_id);
ALTER TABLE ONLY public.edited_fields
    ADD CONSTRAINT edited_fields_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.locations
    ADD CONSTRAINT locations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.locations
    ADD CONSTRAINT locations_project_id_guid_key UNIQUE (project_id, guid);
ALTER TABLE ONLY public.material_libraries
    ADD CONSTRAINT material_libraries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.material_libraries
    ADD CONSTRAINT material_libraries_project_id_guid_key UNIQUE (project_id, guid);
ALTER TABLE ONLY public.materials
    ADD CONSTRAINT materials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.materials
    ADD CONSTRAINT materials_project_id_guid_key UNIQUE (project_id, guid);
ALTER TABLE ONLY public.measured_tables
    ADD CONSTRAINT measured_tables_pkey PRIMARY KEY (table_blob);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.model_members
    ADD CONSTRAINT model_members_pkey PRIMARY KEY (model_id, user_id);
ALTER TABLE ONLY public.model_tags
    ADD CONSTRAINT model_tags_pkey PRIMARY KEY (model_id, tag_id);
ALTER TABLE ONLY public.model_versions
    ADD CONSTRAINT model_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.models
    ADD CONSTRAINT models_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.operations
    ADD CONSTRAINT operations_id_key UNIQUE (id);
ALTER TABLE ONLY public.operations
    ADD CONSTRAINT operations_pkey PRIMARY KEY (sequence);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.personal_changes
    ADD CONSTRAINT personal_changes_pkey PRIMARY KEY (model_id, user_id);
ALTER TABLE ONLY public.personal_edits
    ADD CONSTRAINT personal_edits_pkey PRIMARY KEY (model_id, user_id, guid, field_id);
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_project_id_user_id_key UNIQUE (project_id, user_id);
ALTER TABLE ONLY public.project_versions
    ADD CONSTRAINT project_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.property_definitions
    ADD CONSTRAINT property_definitions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.property_definitions
    ADD CONSTRAINT property_definitions_project_id_guid_key UNIQUE (project_id, guid);
ALTER TABLE ONLY public.property_definitions
    ADD CONSTRAINT property_definitions_set_id_name_key UNIQUE (set_id, name);
ALTER TABLE ONLY public.property_guids
    ADD CONSTRAINT property_guids_pkey PRIMARY KEY (project_id, set_name, name);
ALTER TABLE ONLY public.property_guids
    ADD CONSTRAINT property_guids_project_id_guid_key UNIQUE (project_id, guid);
ALTER TABLE ONLY public.property_sets
    ADD CONSTRAINT property_sets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.property_sets
    ADD CONSTRAINT property_sets_project_id_name_key UNIQUE (project_id, name);
ALTER TABLE ONLY public.public_edits
    ADD CONSTRAINT public_edits_pkey PRIMARY KEY (model_id, version_id, "position");
ALTER TABLE ONLY public.retired_secrets
    ADD CONSTRAINT retired_secrets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.revocations
    ADD CONSTRAINT revocations_pkey PRIMARY KEY (kind, subject);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.shared_data_versions
    ADD CONSTRAINT shared_data_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_code_hash_key UNIQUE (code_hash);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stagings
    ADD CONSTRAINT stagings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stagings
    ADD CONSTRAINT stagings_project_id_key UNIQUE (project_id);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_project_id_name_key UNIQUE (project_id, name);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (upload_key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.version_changes
    ADD CONSTRAINT version_changes_pkey PRIMARY KEY (model_id, version_id, "position");
ALTER TABLE ONLY public.version_fields
    ADD CONSTRAINT version_fields_pkey PRIMARY KEY (model_id, version_id, field_id);
CREATE INDEX answers_by_end ON public.answers USING btree (kept_until);
CREATE UNIQUE INDEX audit_by_position ON public.audit USING btree (project_id, "position");
CREATE INDEX codes_in_order ON public.codes USING btree (library_id, unsorted, sort, lowered, identification, guid);
CREATE INDEX codes_of_library ON public.codes USING btree (library_id, id);
CREATE INDEX codes_of_parent ON public.codes USING btree (library_id, parent_guid);
CREATE INDEX codes_that_differ ON public.codes USING btree (project_id) WHERE (differs = 1);
CREATE INDEX codification_libraries_of_model ON public.codification_libraries USING btree (model_id);
CREATE INDEX codification_libraries_of_users ON public.codification_libraries USING btree (project_id) WHERE (model_id IS NULL);
CREATE INDEX deleted_codes_of_project ON public.deleted_codes USING btree (project_id);
CREATE INDEX deleted_materials_of_project ON public.deleted_materials USING btree (project_id);
CREATE INDEX derived_files_by_age ON public.derived_files USING btree (asked_at);
CREATE INDEX derived_files_by_blob ON public.derived_files USING btree (file_blob);
CREATE INDEX edited_fields_by_guid ON public.edited_fields USING btree (project_id, derived_guid) WHERE ((gone = 0) AND (derived_guid IS NOT NULL));
CREATE INDEX edited_fields_by_name ON public.edited_fields USING btree (project_id, kind, set_name, name) WHERE (gone = 0);
CREATE INDEX edited_fields_of_project ON public.edited_fields USING btree (project_id, id);
CREATE INDEX locations_in_order ON public.locations USING btree (project_id, id);
CREATE INDEX locations_of_parent ON public.locations USING btree (project_id, parent_guid);
CREATE INDEX locations_of_users ON public.locations USING btree (project_id) WHERE (imported = 0);
CREATE INDEX locations_that_differ ON public.locations USING btree (project_id) WHERE (differs = 1);
CREATE INDEX material_libraries_in_order ON public.material_libraries USING btree (project_id, id);
CREATE INDEX material_libraries_of_model ON public.material_libraries USING btree (model_id);
CREATE INDEX material_libraries_of_users ON public.material_libraries USING btree (project_id) WHERE (model_id IS NULL);
CREATE INDEX materials_of_library ON public.materials USING btree (library_id, id);
CREATE INDEX materials_of_users ON public.materials USING btree (project_id) WHERE ((imported_name IS NULL) OR (imported_name <> name));
CREATE INDEX measured_tables_by_exchange ON public.measured_tables USING btree (exchange_blob);
CREATE INDEX measured_tables_by_measures ON public.measured_tables USING btree (measures_blob);
CREATE INDEX measured_tables_by_picture ON public.measured_tables USING btree (picture_blob);
CREATE INDEX measured_tables_by_view ON public.measured_tables USING btree (view_blob);
CREATE INDEX model_tags_of_tag ON public.model_tags USING btree (tag_id);
CREATE INDEX model_versions_by_parquet ON public.model_versions USING btree (parquet_blob);
CREATE INDEX model_versions_by_source ON public.model_versions USING btree (source_blob);
CREATE INDEX model_versions_by_table ON public.model_versions USING btree (table_blob);
CREATE INDEX model_versions_in_order ON public.model_versions USING btree (model_id, id);
CREATE INDEX models_of_project ON public.models USING btree (project_id, state);
CREATE INDEX operations_alone ON public.operations USING btree (status, sequence) WHERE ((status = ANY (ARRAY['Queued'::text, 'InProgress'::text])) AND (interruptions >= 1));
CREATE INDEX operations_by_input_blob ON public.operations USING btree (input_blob) WHERE (input_blob IS NOT NULL);
CREATE INDEX operations_by_kind ON public.operations USING btree (kind, status);
CREATE INDEX operations_by_report_blob ON public.operations USING btree (report_blob) WHERE (report_blob IS NOT NULL);
CREATE INDEX operations_by_result_blob ON public.operations USING btree (result_blob) WHERE (result_blob IS NOT NULL);
CREATE INDEX operations_importing ON public.operations USING btree (model_id, sequence) WHERE ((kind = 'ImportIfc'::text) AND (status = ANY (ARRAY['Queued'::text, 'InProgress'::text])));
CREATE INDEX operations_of_model ON public.operations USING btree (model_id);
CREATE INDEX operations_of_project ON public.operations USING btree (project_id) WHERE (status = ANY (ARRAY['Queued'::text, 'InProgress'::text]));
CREATE INDEX operations_of_user ON public.operations USING btree (started_by, lane, turn) WHERE (status = ANY (ARRAY['Queued'::text, 'InProgress'::text]));
CREATE INDEX operations_of_user_in_project ON public.operations USING btree (started_by, project_id, lane, project_turn) WHERE (status = ANY (ARRAY['Queued'::text, 'InProgress'::text]));
CREATE INDEX operations_of_user_taken ON public.operations USING btree (started_by, lane, project_turn) WHERE (token > 0);
CREATE INDEX operations_of_user_waiting ON public.operations USING btree (started_by, lane, project_turn, sequence) WHERE (status = 'Queued'::text);
CREATE INDEX operations_own ON public.operations USING btree (project_id, started_by, sequence, model_id) WHERE (kind = ANY (ARRAY['CalculateQuantities'::text, 'CalculateDerivedProperties'::text]));
CREATE INDEX operations_running ON public.operations USING btree (lease_until) WHERE (status = 'InProgress'::text);
CREATE INDEX operations_shared ON public.operations USING btree (project_id, sequence, model_id, started_by, kind, status) WHERE (kind = ANY (ARRAY['ImportIfc'::text, 'ExportIfc'::text]));
CREATE INDEX operations_turns ON public.operations USING btree (lane, turn) WHERE (token > 0);
CREATE INDEX operations_waiting ON public.operations USING btree (lane, turn, sequence) WHERE (status = 'Queued'::text);
CREATE INDEX outbox_waiting ON public.outbox USING btree (id) WHERE (sent_at IS NULL);
CREATE INDEX personal_changes_to_empty ON public.personal_changes USING btree (model_id, user_id) WHERE (emptied_to < gone_to);
CREATE INDEX personal_edits_in_order ON public.personal_edits USING btree (model_id, user_id, revision);
CREATE INDEX project_members_of_user ON public.project_members USING btree (user_id, project_id);
CREATE INDEX project_versions_of_project ON public.project_versions USING btree (project_id);
CREATE INDEX projects_of_creator ON public.projects USING btree (created_by);
CREATE INDEX projects_removed ON public.projects USING btree (removed, id) WHERE (removed = 1);
CREATE INDEX projects_removed_from ON public.projects USING btree (removed_from) WHERE (removed_from IS NOT NULL);
CREATE INDEX property_definitions_in_order ON public.property_definitions USING btree (set_id, id);
CREATE INDEX property_sets_in_order ON public.property_sets USING btree (project_id, id);
CREATE INDEX public_edits_in_force ON public.public_edits USING btree (model_id, version_id, "position") WHERE (until_id IS NULL);
CREATE UNIQUE INDEX public_edits_of_cell ON public.public_edits USING btree (model_id, guid, field_id) WHERE (until_id IS NULL);
CREATE INDEX public_edits_superseded ON public.public_edits USING btree (model_id, until_id) WHERE (until_id IS NOT NULL);
CREATE INDEX revocations_by_time ON public.revocations USING btree (revoked_at);
CREATE INDEX shared_data_versions_of_project ON public.shared_data_versions USING btree (project_id);
CREATE INDEX sign_ins_by_end ON public.sign_ins USING btree (ends_at);
CREATE INDEX sign_ins_of_client ON public.sign_ins USING btree (client_id);
CREATE INDEX sign_ins_of_user ON public.sign_ins USING btree (user_id, created_at);
CREATE INDEX uploads_of_user ON public.uploads USING btree (user_id, expires_at) WHERE (state = 'Issued'::text);
CREATE INDEX version_changes_that_refer ON public.version_changes USING btree (model_id, version_id) WHERE (refers = 1);
CREATE TRIGGER audit_delete BEFORE DELETE ON public.audit FOR EACH ROW WHEN (true) EXECUTE FUNCTION public.audit_delete_refused();
CREATE TRIGGER audit_heads_delete BEFORE DELETE ON public.audit_heads FOR EACH ROW WHEN (true) EXECUTE FUNCTION public.audit_heads_delete_refused();
CREATE TRIGGER audit_heads_move BEFORE UPDATE ON public.audit_heads FOR EACH ROW WHEN (((new.project_id <> old.project_id) OR (new."position" <> (old."position" + 1)))) EXECUTE FUNCTION public.audit_heads_move_refused();
CREATE TRIGGER audit_update BEFORE UPDATE ON public.audit FOR EACH ROW WHEN (true) EXECUTE FUNCTION public.audit_update_refused();
CREATE TRIGGER operations_move BEFORE UPDATE ON public.operations FOR EACH ROW WHEN (((old.id <> new.id) OR (new.percentage < old.percentage) OR (NOT (((old.status = 'Queued'::text) AND (new.status = ANY (ARRAY['Queued'::text, 'Failed'::text])) AND (new.token = old.token)) OR ((old.status = 'Queued'::text) AND (new.status = 'InProgress'::text) AND (new.token = (old.token + 1)) AND (new.attempt = (old.attempt + 1))) OR ((old.status = 'InProgress'::text) AND (new.token = old.token)) OR ((old.status = 'InProgress'::text) AND (new.status = 'InProgress'::text) AND (new.token = (old.token + 1)) AND ((new.attempt + new.interruptions) = ((old.attempt + old.interruptions) + 1))) OR ((old.status = ANY (ARRAY['Ready'::text, 'Failed'::text])) AND (new.status = old.status) AND (new.token = old.token) AND ((new.result_blob IS NULL) OR (new.result_blob = old.result_blob))))))) EXECUTE FUNCTION public.operations_move_refused();
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_library_id_fkey FOREIGN KEY (library_id) REFERENCES public.codification_libraries(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_project_id_parent_guid_library_id_fkey FOREIGN KEY (project_id, parent_guid, library_id) REFERENCES public.codes(project_id, guid, library_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.codification_libraries
    ADD CONSTRAINT codification_libraries_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.codification_libraries
    ADD CONSTRAINT codification_libraries_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deleted_codes
    ADD CONSTRAINT deleted_codes_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deleted_locations
    ADD CONSTRAINT deleted_locations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deleted_materials
    ADD CONSTRAINT deleted_materials_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.derived_files
    ADD CONSTRAINT derived_files_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.edit_sessions
    ADD CONSTRAINT edit_sessions_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.edited_fields
    ADD CONSTRAINT edited_fields_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.locations
    ADD CONSTRAINT locations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.locations
    ADD CONSTRAINT locations_project_id_parent_guid_fkey FOREIGN KEY (project_id, parent_guid) REFERENCES public.locations(project_id, guid) ON DELETE CASCADE;
ALTER TABLE ONLY public.material_libraries
    ADD CONSTRAINT material_libraries_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.material_libraries
    ADD CONSTRAINT material_libraries_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.materials
    ADD CONSTRAINT materials_library_id_fkey FOREIGN KEY (library_id) REFERENCES public.material_libraries(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.model_members
    ADD CONSTRAINT model_members_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.model_tags
    ADD CONSTRAINT model_tags_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.model_tags
    ADD CONSTRAINT model_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.tags(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.model_versions
    ADD CONSTRAINT model_versions_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.models
    ADD CONSTRAINT models_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.personal_changes
    ADD CONSTRAINT personal_changes_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.models(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_versions
    ADD CONSTRAINT project_versions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.property_definitions
    ADD CONSTRAINT property_definitions_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.property_sets(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.property_guids
    ADD CONSTRAINT property_guids_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.property_sets
    ADD CONSTRAINT property_sets_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.shared_data_versions
    ADD CONSTRAINT shared_data_versions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.clients(client_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.stagings
    ADD CONSTRAINT stagings_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
