-- The tables as the migrations in replaces.json left them, one after another.

CREATE TABLE "actors" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "store_ids" TEXT,
    "created_at" BIGINT NOT NULL,
    "revoked_at" BIGINT,
    "purpose" TEXT NOT NULL DEFAULT 'agent',
    "expires_at" BIGINT,
    "last_used_at" BIGINT,
    "previous_hash" TEXT,
    "previous_until" BIGINT
);
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");
CREATE UNIQUE INDEX "api_keys_previous_hash_key" ON "api_keys"("previous_hash");

CREATE TABLE "attributions" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "confidence" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "tool_use_id" TEXT,
    "tool" TEXT,
    "model" TEXT,
    "called_at" BIGINT,
    "noted_at" BIGINT NOT NULL,
    "is_late" INTEGER NOT NULL DEFAULT 0,
    "prompt" TEXT,
    "said" TEXT,

    PRIMARY KEY ("store_key", "sequence")
);
CREATE INDEX "attributions_session_id_idx" ON "attributions"("session_id");

CREATE TABLE "batches" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT,
    "reference" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "batches_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "batches_id_key" ON "batches"("id");
CREATE INDEX "batches_store_key_idx" ON "batches"("store_key");

CREATE TABLE "changed_rows" (
    "number" BIGINT NOT NULL,
    "kind" INTEGER NOT NULL,
    "key" INTEGER NOT NULL,

    PRIMARY KEY ("number", "kind", "key")
) WITHOUT ROWID;

CREATE TABLE "changeset_memories" (
    "changeset_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "through_sequence" BIGINT NOT NULL,
    "kind" TEXT,
    "level" INTEGER NOT NULL DEFAULT 0,
    "added_lines" INTEGER NOT NULL,
    "removed_lines" INTEGER NOT NULL,
    "lost_lines" INTEGER NOT NULL,
    "hunk_count" INTEGER NOT NULL,
    "open_hunks" INTEGER NOT NULL,
    "hunks" TEXT NOT NULL DEFAULT '[]',
    "reviewed_sequence" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("changeset_key", "memory_key")
);
CREATE INDEX "changeset_memories_memory_key_idx" ON "changeset_memories"("memory_key");

CREATE TABLE "changeset_reasons" (
    "changeset_key" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    PRIMARY KEY ("changeset_key", "reason")
) WITHOUT ROWID;
CREATE INDEX "changeset_reasons_reason_changeset_key_idx" ON "changeset_reasons"("reason", "changeset_key");

CREATE TABLE "changesets" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "grouping" TEXT NOT NULL,
    "session_id" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "first_changed_at" BIGINT NOT NULL,
    "last_changed_at" BIGINT NOT NULL,
    "change_count" INTEGER NOT NULL,
    "examined_sequence" BIGINT NOT NULL DEFAULT 0,
    "pending" INTEGER NOT NULL DEFAULT 1,
    "level" INTEGER NOT NULL DEFAULT 0,
    "reasons" TEXT NOT NULL DEFAULT '{}',
    "memory_count" INTEGER NOT NULL DEFAULT 0,
    "added_lines" INTEGER NOT NULL DEFAULT 0,
    "removed_lines" INTEGER NOT NULL DEFAULT 0,
    "lost_lines" INTEGER NOT NULL DEFAULT 0,
    "hunk_count" INTEGER NOT NULL DEFAULT 0,
    "open_hunks" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'open',
    "snoozed_until" BIGINT,
    "assignee_type" TEXT,
    "assignee_id" TEXT,
    "revision" BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "changesets_id_key" ON "changesets"("id");
CREATE INDEX "changesets_store_key_grouping_key_idx" ON "changesets"("store_key", "grouping", "key");
CREATE INDEX "changesets_session_id_idx" ON "changesets"("session_id");
CREATE INDEX "changesets_actor_id_state_level_last_changed_at_id_idx" ON "changesets"("actor_id", "state", "level", "last_changed_at", "id");
CREATE INDEX "changesets_pending_key_idx" ON "changesets"("pending", "key");
CREATE INDEX "changesets_state_level_last_changed_at_id_idx" ON "changesets"("state", "level", "last_changed_at", "id");
CREATE INDEX "changesets_store_key_state_level_last_changed_at_id_idx" ON "changesets"("store_key", "state", "level", "last_changed_at", "id");
CREATE INDEX "changesets_assignee_id_idx" ON "changesets"("assignee_id");

CREATE TABLE "comment_remarks" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "comment_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "edited_at" BIGINT
);
CREATE UNIQUE INDEX "comment_remarks_id_key" ON "comment_remarks"("id");
CREATE INDEX "comment_remarks_comment_key_key_idx" ON "comment_remarks"("comment_key", "key");
CREATE INDEX "comment_remarks_store_key_idx" ON "comment_remarks"("store_key");

CREATE TABLE "comments" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "version_sequence" BIGINT NOT NULL,
    "from_line" INTEGER NOT NULL,
    "to_line" INTEGER NOT NULL,
    "changeset_key" INTEGER,
    "disposition" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "asked_sequence" BIGINT NOT NULL,
    "answered_sequence" BIGINT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);
CREATE UNIQUE INDEX "comments_id_key" ON "comments"("id");
CREATE INDEX "comments_memory_key_key_idx" ON "comments"("memory_key", "key");
CREATE INDEX "comments_changeset_key_status_idx" ON "comments"("changeset_key", "status");
CREATE INDEX "comments_store_key_key_idx" ON "comments"("store_key", "key");
CREATE INDEX "comments_store_key_disposition_status_key_idx" ON "comments"("store_key", "disposition", "status", "key");

CREATE TABLE "connection_entries" (
    "connection_key" INTEGER NOT NULL,
    "node_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "modified_at" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,
    "file_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,

    PRIMARY KEY ("connection_key", "node_key")
);
CREATE INDEX "connection_entries_store_key_idx" ON "connection_entries"("store_key");

CREATE TABLE "connections" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "direction" TEXT NOT NULL DEFAULT 'read',
    "state" TEXT NOT NULL DEFAULT 'ok',
    "problem" TEXT,
    "accepts_deletions" INTEGER NOT NULL DEFAULT 0,
    "seeded_at" BIGINT,
    "swept_at" BIGINT,
    "file_count" INTEGER NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "is_swept_only" INTEGER NOT NULL DEFAULT 0,
    "exact_count" INTEGER NOT NULL DEFAULT 0,
    "likely_count" INTEGER NOT NULL DEFAULT 0,
    "unknown_count" INTEGER NOT NULL DEFAULT 0,
    "gate" INTEGER NOT NULL DEFAULT 0,
    "unwatched" TEXT NOT NULL DEFAULT '{"count":0,"files":[]}',
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL DEFAULT 0,
    "root_id" TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX "connections_id_key" ON "connections"("id");
CREATE UNIQUE INDEX "connections_store_key_key" ON "connections"("store_key");

CREATE TABLE "digest_posts" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "period" TEXT NOT NULL,
    "starts_at" BIGINT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" BIGINT,
    "posted_at" BIGINT,
    "fault" TEXT,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL
);
CREATE INDEX "digest_posts_starts_at_idx" ON "digest_posts"("starts_at");

CREATE TABLE "directory_spans" (
    "node_key" INTEGER NOT NULL,
    "since_sequence" BIGINT NOT NULL,
    "until_sequence" BIGINT,

    PRIMARY KEY ("node_key", "since_sequence")
) WITHOUT ROWID;

CREATE TABLE "finding_exceptions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "ends_at" BIGINT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);
CREATE UNIQUE INDEX "finding_exceptions_id_key" ON "finding_exceptions"("id");
CREATE UNIQUE INDEX "finding_exceptions_store_key_rule_path_key" ON "finding_exceptions"("store_key", "rule", "path");

CREATE TABLE "findings" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "severity" INTEGER NOT NULL,
    "found_sequence" BIGINT NOT NULL,
    "found_at" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "from_line" INTEGER NOT NULL,
    "from_column" INTEGER NOT NULL,
    "to_line" INTEGER NOT NULL,
    "to_column" INTEGER NOT NULL,
    "other_line" INTEGER,
    "other_memory_key" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'open',
    "fixed_sequence" BIGINT,
    "reason" TEXT,
    "actor_type" TEXT,
    "actor_id" TEXT,
    "decided_at" BIGINT
);
CREATE UNIQUE INDEX "findings_id_key" ON "findings"("id");
CREATE INDEX "findings_memory_key_key_idx" ON "findings"("memory_key", "key");
CREATE INDEX "findings_store_key_status_severity_key_idx" ON "findings"("store_key", "status", "severity", "key");

CREATE TABLE "heard_calls" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" TEXT NOT NULL,
    "tool_use_id" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "file_hash" TEXT,
    "sha256" TEXT,
    "outer_id" TEXT NOT NULL,
    "project" TEXT NOT NULL,
    "from_at" BIGINT NOT NULL,
    "at" BIGINT NOT NULL
);

CREATE TABLE "hunk_decisions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "changeset_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "through_sequence" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "before_from" INTEGER NOT NULL,
    "before_count" INTEGER NOT NULL,
    "after_from" INTEGER NOT NULL,
    "after_count" INTEGER NOT NULL,
    "decision" TEXT NOT NULL,
    "content" TEXT,
    "seen" INTEGER NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "decided_at" BIGINT NOT NULL,
    "applied_at" BIGINT,
    "batch_key" INTEGER,
    "changed_at" BIGINT
);
CREATE INDEX "hunk_decisions_memory_key_key_idx" ON "hunk_decisions"("memory_key", "key");
CREATE INDEX "hunk_decisions_batch_key_idx" ON "hunk_decisions"("batch_key");
CREATE UNIQUE INDEX "hunk_decisions_hunk" ON "hunk_decisions"("changeset_key", "memory_key", "through_sequence", "kind", "before_from", "before_count", "after_from", "after_count");
CREATE INDEX "hunk_decisions_decided_at_idx" ON "hunk_decisions"("decided_at");

CREATE TABLE "jobs" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "phase" TEXT NOT NULL,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "result" TEXT,
    "error" TEXT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "beat_at" BIGINT NOT NULL,
    "stop_asked_at" BIGINT,
    "actor_id" TEXT,
    "actor_type" TEXT,
    "runner" TEXT
);
CREATE UNIQUE INDEX "jobs_id_key" ON "jobs"("id");
CREATE INDEX "jobs_state_idx" ON "jobs"("state");

CREATE TABLE "mcp_clients" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "actor_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "first_called_at" BIGINT NOT NULL,
    "last_called_at" BIGINT NOT NULL
);

CREATE TABLE "memories" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "path" TEXT,
    "head_sequence" BIGINT NOT NULL,
    "head_version_id" TEXT NOT NULL,
    "sha256" TEXT,
    "size" INTEGER,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "version_count" INTEGER NOT NULL,

    CONSTRAINT "memories_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "memories_id_key" ON "memories"("id");
CREATE UNIQUE INDEX "memories_store_key_path_key" ON "memories"("store_key", "path");

CREATE TABLE "memory_bands" (
    "store_key" INTEGER NOT NULL,
    "band" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,

    PRIMARY KEY ("store_key", "band", "memory_key")
) WITHOUT ROWID;
CREATE INDEX "memory_bands_memory_key_idx" ON "memory_bands"("memory_key");

CREATE TABLE "memory_reads" (
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "hour" BIGINT NOT NULL,
    "read_count" INTEGER NOT NULL,
    "first_read_at" BIGINT NOT NULL,
    "last_read_at" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "of_one_version" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("memory_key", "last_sequence", "actor_id", "session_id", "hour")
) WITHOUT ROWID;
CREATE INDEX "memory_reads_store_key_last_read_at_idx" ON "memory_reads"("store_key", "last_read_at");

CREATE TABLE "memory_stores" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "metadata" TEXT NOT NULL DEFAULT '{}',
    "settings" TEXT NOT NULL DEFAULT '{}',
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "archived_at" BIGINT,
    "deleted_at" BIGINT,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "last_changed_at" BIGINT NOT NULL DEFAULT 0,
    "compressed_sequence" BIGINT NOT NULL DEFAULT 0,
    "memory_count" BIGINT NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "version_count" BIGINT NOT NULL DEFAULT 0,
    "quarantined_count" INTEGER NOT NULL DEFAULT 0,
    "policy_revision" INTEGER NOT NULL DEFAULT 0,
    "carried_out_by" INTEGER
);
CREATE UNIQUE INDEX "memory_stores_id_key" ON "memory_stores"("id");

CREATE TABLE "memory_versions" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "node_key" INTEGER,
    "sha256" TEXT,
    "size" INTEGER,
    "created_at" BIGINT NOT NULL,
    "until_sequence" BIGINT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "session_id" TEXT,
    "tool_use_id" TEXT,
    "batch_key" INTEGER,
    "redacted_at" BIGINT,
    "redacted_by_type" TEXT,
    "redacted_by_id" TEXT,
    "rewritten_at" BIGINT,
    "rewritten_by_id" TEXT,
    "rewritten_by_type" TEXT,
    "changeset_key" INTEGER,
    "client" TEXT,

    PRIMARY KEY ("store_key", "sequence"),
    CONSTRAINT "memory_versions_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
CREATE UNIQUE INDEX "memory_versions_id_key" ON "memory_versions"("id");
CREATE INDEX "memory_versions_memory_key_sequence_idx" ON "memory_versions"("memory_key", "sequence");
CREATE INDEX "memory_versions_node_key_sequence_idx" ON "memory_versions"("node_key", "sequence");
CREATE INDEX "memory_versions_store_key_session_id_sequence_idx" ON "memory_versions"("store_key", "session_id", "sequence");
CREATE INDEX "memory_versions_batch_key_idx" ON "memory_versions"("batch_key");
CREATE INDEX "memory_versions_changeset_key_memory_key_sequence_idx" ON "memory_versions"("changeset_key", "memory_key", "sequence");

CREATE TABLE "named_moments" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,

    PRIMARY KEY ("store_key", "sequence"),
    CONSTRAINT "named_moments_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "observed_sessions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "outer_id" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "client_version" TEXT NOT NULL DEFAULT '',
    "project" TEXT NOT NULL DEFAULT '',
    "first_prompt" TEXT NOT NULL DEFAULT '',
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,
    "read_store_key" INTEGER
);
CREATE UNIQUE INDEX "observed_sessions_id_key" ON "observed_sessions"("id");
CREATE UNIQUE INDEX "observed_sessions_outer_id_key" ON "observed_sessions"("outer_id");
CREATE INDEX "observed_sessions_last_at_idx" ON "observed_sessions"("last_at");

CREATE TABLE "outbox" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "connection_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "node_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "problem" TEXT,
    "token" TEXT,
    "base_sha256" TEXT,
    "wanted_sha256" TEXT,
    "created_at" BIGINT NOT NULL,
    "settles_at" BIGINT
);
CREATE INDEX "outbox_connection_key_state_key_idx" ON "outbox"("connection_key", "state", "key");
CREATE INDEX "outbox_node_key_idx" ON "outbox"("node_key");
CREATE INDEX "outbox_store_key_idx" ON "outbox"("store_key");

CREATE TABLE "path_nodes" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "parent_key" INTEGER,
    "path" TEXT NOT NULL,
    "entry" TEXT,
    "memory_key" INTEGER,
    "memory_count" BIGINT NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "path_nodes_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "path_nodes_parent_key_entry_idx" ON "path_nodes"("parent_key", "entry");
CREATE UNIQUE INDEX "path_nodes_store_key_path_key" ON "path_nodes"("store_key", "path");

CREATE TABLE "policy_outcomes" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "rule_id" TEXT,
    "action" TEXT NOT NULL,
    "is_sampled" INTEGER NOT NULL DEFAULT 0,
    "version_sequence" BIGINT,
    "memory_key" INTEGER,
    "agent" TEXT NOT NULL,
    "decided_at" BIGINT NOT NULL,
    "operation" TEXT,
    "path" TEXT
);
CREATE INDEX "policy_outcomes_store_key_rule_id_key_idx" ON "policy_outcomes"("store_key", "rule_id", "key");
CREATE INDEX "policy_outcomes_store_key_version_sequence_idx" ON "policy_outcomes"("store_key", "version_sequence");
CREATE INDEX "policy_outcomes_action_decided_at_idx" ON "policy_outcomes"("action", "decided_at");

CREATE TABLE "policy_revisions" (
    "store_key" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "policy" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    PRIMARY KEY ("store_key", "revision")
);

CREATE TABLE "policy_suspensions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "rule_id" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "version_sequence" BIGINT NOT NULL,
    "suspended_at" BIGINT NOT NULL,
    "resumed_at" BIGINT,
    "resumed_by_type" TEXT,
    "resumed_by_id" TEXT
);
CREATE INDEX "policy_suspensions_store_key_rule_id_agent_idx" ON "policy_suspensions"("store_key", "rule_id", "agent");

CREATE TABLE "proposals" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "changeset_key" INTEGER NOT NULL,
    "session_id" TEXT,
    "tool_use_id" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "command" TEXT,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "created_at" BIGINT NOT NULL,
    "lapses_at" BIGINT,
    "rule" TEXT,
    "policy_revision" INTEGER,
    "decided_at" BIGINT,
    "decider_type" TEXT,
    "decider_id" TEXT,
    "message" TEXT,
    "is_edited" INTEGER NOT NULL DEFAULT 0,
    "is_unscanned" INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX "proposals_id_key" ON "proposals"("id");
CREATE INDEX "proposals_store_key_state_key_idx" ON "proposals"("store_key", "state", "key");
CREATE INDEX "proposals_changeset_key_state_idx" ON "proposals"("changeset_key", "state");
CREATE INDEX "proposals_session_id_tool_use_id_idx" ON "proposals"("session_id", "tool_use_id");
CREATE INDEX "proposals_state_lapses_at_idx" ON "proposals"("state", "lapses_at");

CREATE TABLE "quarantines" (
    "memory_key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "from_sequence" BIGINT NOT NULL,
    "served_sequence" BIGINT,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" BIGINT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL
);
CREATE INDEX "quarantines_store_key_idx" ON "quarantines"("store_key");

CREATE TABLE "queued_messages" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "session_key" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "queued_messages_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "queued_messages_id_key" ON "queued_messages"("id");
CREATE INDEX "queued_messages_session_key_key_idx" ON "queued_messages"("session_key", "key");

CREATE TABLE "redacted_texts" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,
    "sum" BIGINT NOT NULL,
    "mac" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);
CREATE INDEX "redacted_texts_store_key_idx" ON "redacted_texts"("store_key");

CREATE TABLE "redaction_marks" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "mark" TEXT NOT NULL
);

CREATE TABLE "review_attention" (
    "changeset_key" INTEGER NOT NULL,
    "actor_id" TEXT NOT NULL,
    "day" BIGINT NOT NULL,
    "visible_ms" BIGINT NOT NULL,

    PRIMARY KEY ("changeset_key", "actor_id", "day")
);
CREATE INDEX "review_attention_day_idx" ON "review_attention"("day");

CREATE TABLE "review_events" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);
CREATE INDEX "review_events_store_key_key_idx" ON "review_events"("store_key", "key");

CREATE TABLE "search_postings" (
    "store_key" INTEGER NOT NULL,
    "gram" INTEGER NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "entry_count" INTEGER NOT NULL,
    "entries" BLOB NOT NULL,

    PRIMARY KEY ("store_key", "gram", "first_sequence")
) WITHOUT ROWID;

CREATE TABLE "seed_entries" (
    "seed_key" INTEGER NOT NULL,
    "node_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,

    PRIMARY KEY ("seed_key", "node_key")
) WITHOUT ROWID;

CREATE TABLE "seed_left_outs" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "seed_key" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "content" TEXT,
    "noted_at" BIGINT NOT NULL
);
CREATE INDEX "seed_left_outs_store_key_path_idx" ON "seed_left_outs"("store_key", "path");
CREATE INDEX "seed_left_outs_seed_key_idx" ON "seed_left_outs"("seed_key");

CREATE TABLE "seeds" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "reference" TEXT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "location" TEXT,
    "taken" TEXT
);
CREATE UNIQUE INDEX "seeds_id_key" ON "seeds"("id");
CREATE UNIQUE INDEX "seeds_store_key_source_key" ON "seeds"("store_key", "source");

CREATE TABLE "session_events" (
    "session_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    PRIMARY KEY ("session_key", "sequence"),
    CONSTRAINT "session_events_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "session_events_id_key" ON "session_events"("id");

CREATE TABLE "session_stores" (
    "session_key" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "store_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "mount_name" TEXT NOT NULL,

    PRIMARY KEY ("session_key", "position"),
    CONSTRAINT "session_stores_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "session_stores_store_id_idx" ON "session_stores"("store_id");

CREATE TABLE "sessions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "title" TEXT,
    "settings" TEXT NOT NULL,
    "metadata" TEXT NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL,
    "stop_reason" TEXT,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "usage" TEXT NOT NULL DEFAULT '{}',
    "context" TEXT NOT NULL DEFAULT '{}',
    "view_from" BIGINT NOT NULL DEFAULT 0,
    "draft" TEXT,
    "runner" TEXT,
    "beat_at" BIGINT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "archived_at" BIGINT,
    "redactions" BIGINT NOT NULL DEFAULT 0,
    "redactions_read" BIGINT NOT NULL DEFAULT 0,
    "actor_id" TEXT,
    "actor_type" TEXT
);
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions"("id");
CREATE INDEX "sessions_status_idx" ON "sessions"("status");

CREATE TABLE "store_events" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "version_sequence" BIGINT,
    "actor_type" TEXT,
    "actor_id" TEXT,

    PRIMARY KEY ("store_key", "sequence"),
    CONSTRAINT "store_events_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
CREATE INDEX "store_events_store_key_created_at_idx" ON "store_events"("store_key", "created_at");

CREATE TABLE "store_scans" (
    "store_key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "followed_sequence" BIGINT NOT NULL,
    "rules_revision" INTEGER NOT NULL DEFAULT 0,
    "signed_sequence" BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE "transcript_offsets" (
    "file_hash" TEXT NOT NULL PRIMARY KEY,
    "offset" BIGINT NOT NULL,
    "read_at" BIGINT NOT NULL
);

CREATE TABLE "version_contents" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "encoding" INTEGER NOT NULL,
    "base_sequence" BIGINT,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("store_key", "sequence")
);
