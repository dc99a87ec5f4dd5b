-- The tables as the migrations in replaces.json left them, one after another.

CREATE TABLE "actors" (
    "id" text NOT NULL,
    "type" text NOT NULL,
    "name" text NOT NULL,
    "created_at" bigint NOT NULL,

    CONSTRAINT actors_pkey PRIMARY KEY (id)
);

CREATE TABLE "api_keys" (
    "id" text NOT NULL,
    "name" text NOT NULL,
    "secret_hash" text NOT NULL,
    "access" text NOT NULL,
    "store_ids" text,
    "created_at" bigint NOT NULL,
    "revoked_at" bigint,
    "purpose" text DEFAULT 'agent'::text NOT NULL,
    "expires_at" bigint,
    "last_used_at" bigint,
    "previous_hash" text,
    "previous_until" bigint,

    CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_keys_previous_hash_key ON api_keys (previous_hash);
CREATE UNIQUE INDEX api_keys_secret_hash_key ON api_keys (secret_hash);

CREATE TABLE "attributions" (
    "store_key" integer NOT NULL,
    "sequence" bigint NOT NULL,
    "confidence" text NOT NULL,
    "source" text NOT NULL,
    "session_id" text NOT NULL,
    "tool_use_id" text,
    "tool" text,
    "model" text,
    "called_at" bigint,
    "noted_at" bigint NOT NULL,
    "is_late" integer DEFAULT 0 NOT NULL,
    "prompt" text,
    "said" text,

    CONSTRAINT attributions_pkey PRIMARY KEY (store_key, sequence)
);
CREATE INDEX attributions_session_id_idx ON attributions (session_id);

CREATE TABLE "batches" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "kind" text NOT NULL,
    "message" text,
    "reference" text,
    "created_at" bigint NOT NULL,

    CONSTRAINT batches_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX batches_id_key ON batches (id);
CREATE INDEX batches_store_key_idx ON batches (store_key);

CREATE TABLE "changed_rows" (
    "number" bigint NOT NULL,
    "kind" integer NOT NULL,
    "key" integer NOT NULL,

    CONSTRAINT changed_rows_pkey PRIMARY KEY (number, kind, key)
);

CREATE TABLE "changeset_memories" (
    "changeset_key" integer NOT NULL,
    "memory_key" integer NOT NULL,
    "through_sequence" bigint NOT NULL,
    "kind" text,
    "level" integer DEFAULT 0 NOT NULL,
    "added_lines" integer NOT NULL,
    "removed_lines" integer NOT NULL,
    "lost_lines" integer NOT NULL,
    "hunk_count" integer NOT NULL,
    "open_hunks" integer NOT NULL,
    "hunks" text DEFAULT '[]'::text NOT NULL,
    "reviewed_sequence" bigint DEFAULT 0 NOT NULL,

    CONSTRAINT changeset_memories_pkey PRIMARY KEY (changeset_key, memory_key)
);
CREATE INDEX changeset_memories_memory_key_idx ON changeset_memories (memory_key);

CREATE TABLE "changeset_reasons" (
    "changeset_key" integer NOT NULL,
    "reason" text NOT NULL,

    CONSTRAINT changeset_reasons_pkey PRIMARY KEY (changeset_key, reason)
);
CREATE INDEX changeset_reasons_reason_changeset_key_idx ON changeset_reasons (reason, changeset_key);

CREATE TABLE "changesets" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "grouping" text NOT NULL,
    "session_id" text,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "first_sequence" bigint NOT NULL,
    "last_sequence" bigint NOT NULL,
    "first_changed_at" bigint NOT NULL,
    "last_changed_at" bigint NOT NULL,
    "change_count" integer NOT NULL,
    "examined_sequence" bigint DEFAULT 0 NOT NULL,
    "pending" integer DEFAULT 1 NOT NULL,
    "level" integer DEFAULT 0 NOT NULL,
    "reasons" text DEFAULT '{}'::text NOT NULL,
    "memory_count" integer DEFAULT 0 NOT NULL,
    "added_lines" integer DEFAULT 0 NOT NULL,
    "removed_lines" integer DEFAULT 0 NOT NULL,
    "lost_lines" integer DEFAULT 0 NOT NULL,
    "hunk_count" integer DEFAULT 0 NOT NULL,
    "open_hunks" integer DEFAULT 0 NOT NULL,
    "state" text DEFAULT 'open'::text NOT NULL,
    "snoozed_until" bigint,
    "assignee_type" text,
    "assignee_id" text,
    "revision" bigint DEFAULT 0 NOT NULL,

    CONSTRAINT changesets_pkey PRIMARY KEY (key)
);
CREATE INDEX changesets_actor_id_state_level_last_changed_at_id_idx ON changesets (actor_id, state, level, last_changed_at, id);
CREATE INDEX changesets_assignee_id_idx ON changesets (assignee_id);
CREATE UNIQUE INDEX changesets_id_key ON changesets (id);
CREATE INDEX changesets_pending_key_idx ON changesets (pending, key);
CREATE INDEX changesets_session_id_idx ON changesets (session_id);
CREATE INDEX changesets_state_level_last_changed_at_id_idx ON changesets (state, level, last_changed_at, id);
CREATE INDEX changesets_store_key_grouping_key_idx ON changesets (store_key, "grouping", key);
CREATE INDEX changesets_store_key_state_level_last_changed_at_id_idx ON changesets (store_key, state, level, last_changed_at, id);

CREATE TABLE "comment_remarks" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "comment_key" integer NOT NULL,
    "store_key" integer NOT NULL,
    "text" text NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "created_at" bigint NOT NULL,
    "edited_at" bigint,

    CONSTRAINT comment_remarks_pkey PRIMARY KEY (key)
);
CREATE INDEX comment_remarks_comment_key_key_idx ON comment_remarks (comment_key, key);
CREATE UNIQUE INDEX comment_remarks_id_key ON comment_remarks (id);
CREATE INDEX comment_remarks_store_key_idx ON comment_remarks (store_key);

CREATE TABLE "comments" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "memory_key" integer NOT NULL,
    "version_sequence" bigint NOT NULL,
    "from_line" integer NOT NULL,
    "to_line" integer NOT NULL,
    "changeset_key" integer,
    "disposition" text NOT NULL,
    "status" text DEFAULT 'open'::text NOT NULL,
    "asked_sequence" bigint NOT NULL,
    "answered_sequence" bigint,
    "revision" integer DEFAULT 1 NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "created_at" bigint NOT NULL,

    CONSTRAINT comments_pkey PRIMARY KEY (key)
);
CREATE INDEX comments_changeset_key_status_idx ON comments (changeset_key, status);
CREATE UNIQUE INDEX comments_id_key ON comments (id);
CREATE INDEX comments_memory_key_key_idx ON comments (memory_key, key);
CREATE INDEX comments_store_key_disposition_status_key_idx ON comments (store_key, disposition, status, key);
CREATE INDEX comments_store_key_key_idx ON comments (store_key, key);

CREATE TABLE "connection_entries" (
    "connection_key" integer NOT NULL,
    "node_key" integer NOT NULL,
    "store_key" integer NOT NULL,
    "sha256" text NOT NULL,
    "size" bigint NOT NULL,
    "modified_at" bigint NOT NULL,
    "changed_at" bigint NOT NULL,
    "file_id" text NOT NULL,
    "sequence" bigint NOT NULL,

    CONSTRAINT connection_entries_pkey PRIMARY KEY (connection_key, node_key)
);
CREATE INDEX connection_entries_store_key_idx ON connection_entries (store_key);

CREATE TABLE "connections" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "kind" text NOT NULL,
    "preset" text NOT NULL,
    "location" text NOT NULL,
    "direction" text DEFAULT 'read'::text NOT NULL,
    "state" text DEFAULT 'ok'::text NOT NULL,
    "problem" text,
    "accepts_deletions" integer DEFAULT 0 NOT NULL,
    "seeded_at" bigint,
    "swept_at" bigint,
    "file_count" integer DEFAULT 0 NOT NULL,
    "byte_size" bigint DEFAULT 0 NOT NULL,
    "is_swept_only" integer DEFAULT 0 NOT NULL,
    "unwatched" text DEFAULT '{"count":0,"files":[]}'::text NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "created_at" bigint NOT NULL,
    "runner" text,
    "beat_at" bigint DEFAULT 0 NOT NULL,
    "exact_count" integer DEFAULT 0 NOT NULL,
    "likely_count" integer DEFAULT 0 NOT NULL,
    "unknown_count" integer DEFAULT 0 NOT NULL,
    "gate" integer DEFAULT 0 NOT NULL,
    "root_id" text DEFAULT ''::text NOT NULL,

    CONSTRAINT connections_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX connections_id_key ON connections (id);
CREATE UNIQUE INDEX connections_store_key_key ON connections (store_key);

CREATE TABLE "digest_posts" (
    "id" text NOT NULL,
    "period" text NOT NULL,
    "starts_at" bigint NOT NULL,
    "tries" integer DEFAULT 0 NOT NULL,
    "next_try_at" bigint,
    "posted_at" bigint,
    "fault" text,
    "runner" text,
    "beat_at" bigint NOT NULL,

    CONSTRAINT digest_posts_pkey PRIMARY KEY (id)
);
CREATE INDEX digest_posts_starts_at_idx ON digest_posts (starts_at);

CREATE TABLE "directory_spans" (
    "node_key" integer NOT NULL,
    "since_sequence" bigint NOT NULL,
    "until_sequence" bigint,

    CONSTRAINT directory_spans_pkey PRIMARY KEY (node_key, since_sequence)
);

CREATE TABLE "finding_exceptions" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "rule" text NOT NULL,
    "path" text NOT NULL,
    "ends_at" bigint NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "created_at" bigint NOT NULL,

    CONSTRAINT finding_exceptions_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX finding_exceptions_id_key ON finding_exceptions (id);
CREATE UNIQUE INDEX finding_exceptions_store_key_rule_path_key ON finding_exceptions (store_key, rule, path);

CREATE TABLE "findings" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "memory_key" integer NOT NULL,
    "rule" text NOT NULL,
    "severity" integer NOT NULL,
    "found_sequence" bigint NOT NULL,
    "found_at" bigint NOT NULL,
    "sequence" bigint NOT NULL,
    "from_line" integer NOT NULL,
    "from_column" integer NOT NULL,
    "to_line" integer NOT NULL,
    "to_column" integer NOT NULL,
    "other_line" integer,
    "other_memory_key" integer,
    "status" text DEFAULT 'open'::text NOT NULL,
    "fixed_sequence" bigint,
    "reason" text,
    "actor_type" text,
    "actor_id" text,
    "decided_at" bigint,

    CONSTRAINT findings_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX findings_id_key ON findings (id);
CREATE INDEX findings_memory_key_key_idx ON findings (memory_key, key);
CREATE INDEX findings_store_key_status_severity_key_idx ON findings (store_key, status, severity, key);

CREATE TABLE "heard_calls" (
    "key" SERIAL NOT NULL,
    "kind" text NOT NULL,
    "tool_use_id" text NOT NULL,
    "tool" text NOT NULL,
    "file_hash" text,
    "sha256" text,
    "outer_id" text NOT NULL,
    "project" text NOT NULL,
    "from_at" bigint NOT NULL,
    "at" bigint NOT NULL,

    CONSTRAINT heard_calls_pkey PRIMARY KEY (key)
);

CREATE TABLE "hunk_decisions" (
    "key" SERIAL NOT NULL,
    "changeset_key" integer NOT NULL,
    "memory_key" integer NOT NULL,
    "through_sequence" bigint NOT NULL,
    "kind" text NOT NULL,
    "before_from" integer NOT NULL,
    "before_count" integer NOT NULL,
    "after_from" integer NOT NULL,
    "after_count" integer NOT NULL,
    "decision" text NOT NULL,
    "content" text,
    "seen" integer NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "decided_at" bigint NOT NULL,
    "applied_at" bigint,
    "batch_key" integer,
    "changed_at" bigint,

    CONSTRAINT hunk_decisions_pkey PRIMARY KEY (key)
);
CREATE INDEX hunk_decisions_batch_key_idx ON hunk_decisions (batch_key);
CREATE INDEX hunk_decisions_decided_at_idx ON hunk_decisions (decided_at);
CREATE UNIQUE INDEX hunk_decisions_hunk ON hunk_decisions (changeset_key, memory_key, through_sequence, kind, before_from, before_count, after_from, after_count);
CREATE INDEX hunk_decisions_memory_key_key_idx ON hunk_decisions (memory_key, key);

CREATE TABLE "jobs" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer,
    "kind" text NOT NULL,
    "state" text NOT NULL,
    "phase" text NOT NULL,
    "progress" bigint DEFAULT 0 NOT NULL,
    "total" bigint DEFAULT 0 NOT NULL,
    "result" text,
    "error" text,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "finished_at" bigint,
    "beat_at" bigint NOT NULL,
    "stop_asked_at" bigint,
    "actor_id" text,
    "actor_type" text,
    "runner" text,

    CONSTRAINT jobs_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX jobs_id_key ON jobs (id);
CREATE INDEX jobs_state_idx ON jobs (state);

CREATE TABLE "mcp_clients" (
    "id" text NOT NULL,
    "actor_id" text NOT NULL,
    "name" text NOT NULL,
    "version" text NOT NULL,
    "calls" bigint NOT NULL,
    "first_called_at" bigint NOT NULL,
    "last_called_at" bigint NOT NULL,

    CONSTRAINT mcp_clients_pkey PRIMARY KEY (id)
);

CREATE TABLE "memories" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL COLLATE pg_catalog."C",
    "store_key" integer NOT NULL,
    "path" text COLLATE pg_catalog."C",
    "head_sequence" bigint NOT NULL,
    "head_version_id" text NOT NULL,
    "sha256" text,
    "size" integer,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "version_count" integer NOT NULL,

    CONSTRAINT memories_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX memories_id_key ON memories (id);
CREATE UNIQUE INDEX memories_store_key_path_key ON memories (store_key, path);

CREATE TABLE "memory_bands" (
    "store_key" integer NOT NULL,
    "band" integer NOT NULL,
    "memory_key" integer NOT NULL,

    CONSTRAINT memory_bands_pkey PRIMARY KEY (store_key, band, memory_key)
);
CREATE INDEX memory_bands_memory_key_idx ON memory_bands (memory_key);

CREATE TABLE "memory_reads" (
    "store_key" integer NOT NULL,
    "memory_key" integer NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "session_id" text NOT NULL,
    "hour" bigint NOT NULL,
    "read_count" integer NOT NULL,
    "first_read_at" bigint NOT NULL,
    "last_read_at" bigint NOT NULL,
    "last_sequence" bigint NOT NULL,
    "of_one_version" integer DEFAULT 0 NOT NULL,

    CONSTRAINT memory_reads_pkey PRIMARY KEY (memory_key, last_sequence, actor_id, session_id, hour)
);
CREATE INDEX memory_reads_store_key_last_read_at_idx ON memory_reads (store_key, last_read_at);

CREATE TABLE "memory_stores" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL COLLATE pg_catalog."C",
    "name" text NOT NULL,
    "description" text DEFAULT ''::text NOT NULL,
    "metadata" text DEFAULT '{}'::text NOT NULL,
    "settings" text DEFAULT '{}'::text NOT NULL,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "archived_at" bigint,
    "deleted_at" bigint,
    "last_sequence" bigint DEFAULT 0 NOT NULL,
    "last_changed_at" bigint DEFAULT 0 NOT NULL,
    "compressed_sequence" bigint DEFAULT 0 NOT NULL,
    "memory_count" bigint DEFAULT 0 NOT NULL,
    "byte_size" bigint DEFAULT 0 NOT NULL,
    "version_count" bigint DEFAULT 0 NOT NULL,
    "quarantined_count" integer DEFAULT 0 NOT NULL,
    "policy_revision" integer DEFAULT 0 NOT NULL,
    "carried_out_by" integer,

    CONSTRAINT memory_stores_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX memory_stores_id_key ON memory_stores (id);

CREATE TABLE "memory_versions" (
    "store_key" integer NOT NULL,
    "sequence" bigint NOT NULL,
    "id" text NOT NULL COLLATE pg_catalog."C",
    "memory_key" integer NOT NULL,
    "ordinal" integer NOT NULL,
    "operation" text NOT NULL,
    "node_key" integer,
    "sha256" text,
    "size" integer,
    "created_at" bigint NOT NULL,
    "until_sequence" bigint,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "session_id" text,
    "tool_use_id" text,
    "batch_key" integer,
    "redacted_at" bigint,
    "redacted_by_type" text,
    "redacted_by_id" text,
    "rewritten_at" bigint,
    "rewritten_by_id" text,
    "rewritten_by_type" text,
    "changeset_key" integer,
    "client" text,

    CONSTRAINT memory_versions_pkey PRIMARY KEY (store_key, sequence)
);
CREATE INDEX memory_versions_batch_key_idx ON memory_versions (batch_key);
CREATE INDEX memory_versions_changeset_key_memory_key_sequence_idx ON memory_versions (changeset_key, memory_key, sequence);
CREATE UNIQUE INDEX memory_versions_id_key ON memory_versions (id);
CREATE INDEX memory_versions_memory_key_sequence_idx ON memory_versions (memory_key, sequence);
CREATE INDEX memory_versions_node_key_sequence_idx ON memory_versions (node_key, sequence);
CREATE INDEX memory_versions_store_key_session_id_sequence_idx ON memory_versions (store_key, session_id, sequence);

CREATE TABLE "named_moments" (
    "store_key" integer NOT NULL,
    "sequence" bigint NOT NULL,
    "name" text NOT NULL,
    "created_at" bigint NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,

    CONSTRAINT named_moments_pkey PRIMARY KEY (store_key, sequence)
);

CREATE TABLE "observed_sessions" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "outer_id" text NOT NULL,
    "client" text NOT NULL,
    "client_version" text DEFAULT ''::text NOT NULL,
    "project" text DEFAULT ''::text NOT NULL,
    "first_at" bigint NOT NULL,
    "last_at" bigint NOT NULL,
    "first_prompt" text DEFAULT ''::text NOT NULL,
    "read_store_key" integer,

    CONSTRAINT observed_sessions_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX observed_sessions_id_key ON observed_sessions (id);
CREATE INDEX observed_sessions_last_at_idx ON observed_sessions (last_at);
CREATE UNIQUE INDEX observed_sessions_outer_id_key ON observed_sessions (outer_id);

CREATE TABLE "outbox" (
    "key" SERIAL NOT NULL,
    "connection_key" integer NOT NULL,
    "store_key" integer NOT NULL,
    "node_key" integer NOT NULL,
    "sequence" bigint NOT NULL,
    "state" text DEFAULT 'waiting'::text NOT NULL,
    "problem" text,
    "token" text,
    "base_sha256" text,
    "wanted_sha256" text,
    "created_at" bigint NOT NULL,
    "settles_at" bigint,

    CONSTRAINT outbox_pkey PRIMARY KEY (key)
);
CREATE INDEX outbox_connection_key_state_key_idx ON outbox (connection_key, state, key);
CREATE INDEX outbox_node_key_idx ON outbox (node_key);
CREATE INDEX outbox_store_key_idx ON outbox (store_key);

CREATE TABLE "path_nodes" (
    "key" SERIAL NOT NULL,
    "store_key" integer NOT NULL,
    "parent_key" integer,
    "path" text NOT NULL COLLATE pg_catalog."C",
    "entry" text COLLATE pg_catalog."C",
    "memory_key" integer,
    "memory_count" bigint DEFAULT 0 NOT NULL,
    "byte_size" bigint DEFAULT 0 NOT NULL,

    CONSTRAINT path_nodes_pkey PRIMARY KEY (key)
);
CREATE INDEX path_nodes_parent_key_entry_idx ON path_nodes (parent_key, entry);
CREATE UNIQUE INDEX path_nodes_store_key_path_key ON path_nodes (store_key, path);

CREATE TABLE "policy_outcomes" (
    "key" SERIAL NOT NULL,
    "store_key" integer NOT NULL,
    "revision" integer NOT NULL,
    "rule_id" text,
    "action" text NOT NULL,
    "is_sampled" integer DEFAULT 0 NOT NULL,
    "version_sequence" bigint,
    "memory_key" integer,
    "agent" text NOT NULL,
    "decided_at" bigint NOT NULL,
    "operation" text,
    "path" text,

    CONSTRAINT policy_outcomes_pkey PRIMARY KEY (key)
);
CREATE INDEX policy_outcomes_action_decided_at_idx ON policy_outcomes (action, decided_at);
CREATE INDEX policy_outcomes_store_key_rule_id_key_idx ON policy_outcomes (store_key, rule_id, key);
CREATE INDEX policy_outcomes_store_key_version_sequence_idx ON policy_outcomes (store_key, version_sequence);

CREATE TABLE "policy_revisions" (
    "store_key" integer NOT NULL,
    "revision" integer NOT NULL,
    "policy" text NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "created_at" bigint NOT NULL,

    CONSTRAINT policy_revisions_pkey PRIMARY KEY (store_key, revision)
);

CREATE TABLE "policy_suspensions" (
    "key" SERIAL NOT NULL,
    "store_key" integer NOT NULL,
    "rule_id" text NOT NULL,
    "agent" text NOT NULL,
    "version_sequence" bigint NOT NULL,
    "suspended_at" bigint NOT NULL,
    "resumed_at" bigint,
    "resumed_by_type" text,
    "resumed_by_id" text,

    CONSTRAINT policy_suspensions_pkey PRIMARY KEY (key)
);
CREATE INDEX policy_suspensions_store_key_rule_id_agent_idx ON policy_suspensions (store_key, rule_id, agent);

CREATE TABLE "proposals" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "changeset_key" integer NOT NULL,
    "session_id" text,
    "tool_use_id" text,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,
    "kind" text NOT NULL,
    "path" text NOT NULL,
    "command" text,
    "state" text DEFAULT 'waiting'::text NOT NULL,
    "created_at" bigint NOT NULL,
    "lapses_at" bigint,
    "rule" text,
    "policy_revision" integer,
    "decided_at" bigint,
    "decider_type" text,
    "decider_id" text,
    "message" text,
    "is_edited" integer DEFAULT 0 NOT NULL,
    "is_unscanned" integer DEFAULT 0 NOT NULL,

    CONSTRAINT proposals_pkey PRIMARY KEY (key)
);
CREATE INDEX proposals_changeset_key_state_idx ON proposals (changeset_key, state);
CREATE UNIQUE INDEX proposals_id_key ON proposals (id);
CREATE INDEX proposals_session_id_tool_use_id_idx ON proposals (session_id, tool_use_id);
CREATE INDEX proposals_state_lapses_at_idx ON proposals (state, lapses_at);
CREATE INDEX proposals_store_key_state_key_idx ON proposals (store_key, state, key);

CREATE TABLE "quarantines" (
    "memory_key" integer NOT NULL,
    "store_key" integer NOT NULL,
    "from_sequence" bigint NOT NULL,
    "served_sequence" bigint,
    "reason" text DEFAULT ''::text NOT NULL,
    "created_at" bigint NOT NULL,
    "actor_type" text NOT NULL,
    "actor_id" text NOT NULL,

    CONSTRAINT quarantines_pkey PRIMARY KEY (memory_key)
);
CREATE INDEX quarantines_store_key_idx ON quarantines (store_key);

CREATE TABLE "queued_messages" (
    "key" SERIAL NOT NULL,
    "session_key" integer NOT NULL,
    "id" text NOT NULL,
    "created_at" bigint NOT NULL,
    "body" text NOT NULL,

    CONSTRAINT queued_messages_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX queued_messages_id_key ON queued_messages (id);
CREATE INDEX queued_messages_session_key_key_idx ON queued_messages (session_key, key);

CREATE TABLE "redacted_texts" (
    "key" SERIAL NOT NULL,
    "store_key" integer NOT NULL,
    "length" integer NOT NULL,
    "sum" bigint NOT NULL,
    "mac" text NOT NULL,
    "created_at" bigint NOT NULL,

    CONSTRAINT redacted_texts_pkey PRIMARY KEY (key)
);
CREATE INDEX redacted_texts_store_key_idx ON redacted_texts (store_key);

CREATE TABLE "redaction_marks" (
    "key" SERIAL NOT NULL,
    "mark" text NOT NULL,

    CONSTRAINT redaction_marks_pkey PRIMARY KEY (key)
);

CREATE TABLE "review_attention" (
    "changeset_key" integer NOT NULL,
    "actor_id" text NOT NULL,
    "day" bigint NOT NULL,
    "visible_ms" bigint NOT NULL,

    CONSTRAINT review_attention_pkey PRIMARY KEY (changeset_key, actor_id, day)
);
CREATE INDEX review_attention_day_idx ON review_attention (day);

CREATE TABLE "review_events" (
    "key" SERIAL NOT NULL,
    "store_key" integer NOT NULL,
    "type" text NOT NULL,
    "subject" text NOT NULL,
    "created_at" bigint NOT NULL,

    CONSTRAINT review_events_pkey PRIMARY KEY (key)
);
CREATE INDEX review_events_store_key_key_idx ON review_events (store_key, key);

CREATE TABLE "search_postings" (
    "store_key" integer NOT NULL,
    "gram" integer NOT NULL,
    "first_sequence" bigint NOT NULL,
    "last_sequence" bigint NOT NULL,
    "entry_count" integer NOT NULL,
    "entries" bytea NOT NULL,

    CONSTRAINT search_postings_pkey PRIMARY KEY (store_key, gram, first_sequence)
);

CREATE TABLE "seed_entries" (
    "seed_key" integer NOT NULL,
    "node_key" integer NOT NULL,
    "sequence" bigint NOT NULL,

    CONSTRAINT seed_entries_pkey PRIMARY KEY (seed_key, node_key)
);

CREATE TABLE "seed_left_outs" (
    "key" SERIAL NOT NULL,
    "store_key" integer NOT NULL,
    "seed_key" integer NOT NULL,
    "path" text NOT NULL,
    "kind" text NOT NULL,
    "reason" text NOT NULL,
    "content" text,
    "noted_at" bigint NOT NULL,

    CONSTRAINT seed_left_outs_pkey PRIMARY KEY (key)
);
CREATE INDEX seed_left_outs_seed_key_idx ON seed_left_outs (seed_key);
CREATE INDEX seed_left_outs_store_key_path_idx ON seed_left_outs (store_key, path);

CREATE TABLE "seeds" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "store_key" integer NOT NULL,
    "source" text NOT NULL,
    "reference" text,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "location" text,
    "taken" text,

    CONSTRAINT seeds_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX seeds_id_key ON seeds (id);
CREATE UNIQUE INDEX seeds_store_key_source_key ON seeds (store_key, source);

CREATE TABLE "session_events" (
    "session_key" integer NOT NULL,
    "sequence" bigint NOT NULL,
    "id" text NOT NULL,
    "type" text NOT NULL,
    "created_at" bigint NOT NULL,
    "body" text NOT NULL,

    CONSTRAINT session_events_pkey PRIMARY KEY (session_key, sequence)
);
CREATE UNIQUE INDEX session_events_id_key ON session_events (id);

CREATE TABLE "session_stores" (
    "session_key" integer NOT NULL,
    "position" integer NOT NULL,
    "store_id" text NOT NULL,
    "name" text NOT NULL,
    "description" text NOT NULL,
    "access" text NOT NULL,
    "instructions" text NOT NULL,
    "mount_name" text NOT NULL,

    CONSTRAINT session_stores_pkey PRIMARY KEY (session_key, "position")
);
CREATE INDEX session_stores_store_id_idx ON session_stores (store_id);

CREATE TABLE "sessions" (
    "key" SERIAL NOT NULL,
    "id" text NOT NULL,
    "title" text,
    "settings" text NOT NULL,
    "metadata" text DEFAULT '{}'::text NOT NULL,
    "status" text NOT NULL,
    "stop_reason" text,
    "last_sequence" bigint DEFAULT 0 NOT NULL,
    "revision" bigint DEFAULT 0 NOT NULL,
    "usage" text DEFAULT '{}'::text NOT NULL,
    "draft" text,
    "runner" text,
    "beat_at" bigint,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "archived_at" bigint,
    "context" text DEFAULT '{}'::text NOT NULL,
    "view_from" bigint DEFAULT 0 NOT NULL,
    "redactions" bigint DEFAULT 0 NOT NULL,
    "redactions_read" bigint DEFAULT 0 NOT NULL,
    "actor_id" text,
    "actor_type" text,

    CONSTRAINT sessions_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX sessions_id_key ON sessions (id);
CREATE INDEX sessions_status_idx ON sessions (status);

CREATE TABLE "store_events" (
    "store_key" integer NOT NULL,
    "sequence" bigint NOT NULL,
    "type" text NOT NULL,
    "created_at" bigint NOT NULL,
    "version_sequence" bigint,
    "actor_type" text,
    "actor_id" text,

    CONSTRAINT store_events_pkey PRIMARY KEY (store_key, sequence)
);
CREATE INDEX store_events_store_key_created_at_idx ON store_events (store_key, created_at);

CREATE TABLE "store_scans" (
    "store_key" integer NOT NULL,
    "followed_sequence" bigint NOT NULL,
    "rules_revision" integer DEFAULT 0 NOT NULL,
    "signed_sequence" bigint DEFAULT 0 NOT NULL,

    CONSTRAINT store_scans_pkey PRIMARY KEY (store_key)
);

CREATE TABLE "transcript_offsets" (
    "file_hash" text NOT NULL,
    "offset" bigint NOT NULL,
    "read_at" bigint NOT NULL,

    CONSTRAINT transcript_offsets_pkey PRIMARY KEY (file_hash)
);

CREATE TABLE "version_contents" (
    "store_key" integer NOT NULL,
    "sequence" bigint NOT NULL,
    "encoding" integer NOT NULL,
    "base_sequence" bigint,
    "bytes" bytea NOT NULL,

    CONSTRAINT version_contents_pkey PRIMARY KEY (store_key, sequence)
);

ALTER TABLE "batches" ADD CONSTRAINT batches_store_key_fkey FOREIGN KEY (store_key) REFERENCES memory_stores(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "memories" ADD CONSTRAINT memories_store_key_fkey FOREIGN KEY (store_key) REFERENCES memory_stores(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "memory_versions" ADD CONSTRAINT memory_versions_store_key_fkey FOREIGN KEY (store_key) REFERENCES memory_stores(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "named_moments" ADD CONSTRAINT named_moments_store_key_fkey FOREIGN KEY (store_key) REFERENCES memory_stores(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "path_nodes" ADD CONSTRAINT path_nodes_store_key_fkey FOREIGN KEY (store_key) REFERENCES memory_stores(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "queued_messages" ADD CONSTRAINT queued_messages_session_key_fkey FOREIGN KEY (session_key) REFERENCES sessions(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "session_events" ADD CONSTRAINT session_events_session_key_fkey FOREIGN KEY (session_key) REFERENCES sessions(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "session_stores" ADD CONSTRAINT session_stores_session_key_fkey FOREIGN KEY (session_key) REFERENCES sessions(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "store_events" ADD CONSTRAINT store_events_store_key_fkey FOREIGN KEY (store_key) REFERENCES memory_stores(key) ON UPDATE CASCADE ON DELETE CASCADE;
