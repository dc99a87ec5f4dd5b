import type { LongList } from './long-list'
import type {
  BetaManagedAgentsMemory,
  BetaManagedAgentsMemoryListItem,
  BetaManagedAgentsMemoryStore,
  BetaManagedAgentsActor,
  BetaManagedAgentsMemoryVersion,
} from '@anthropic-ai/sdk/resources/beta/memory-stores'
import type { Job } from '@/lib/jobs/job'
import type { Actor } from '@/lib/store/model/actor'
import type { StoreEvent } from '@/lib/store/events/events'
import type { TextFound, TextHit } from '@/lib/store/redaction/find-text'
import type { Memory, TreeEntry } from '@/lib/store/model/memory'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import {
  kindOf,
  type MemoryChange,
  type MemorySummary,
  type VersionSummary,
} from '@/lib/store/model/memory-change'
import type { NetChanges } from '@/lib/store/changes/net-changes'
import type { MemoryReads } from '@/lib/store/reads/reads'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import type { HistoryHit, HistoryResult } from '@/lib/store/search/search-history'
import type { SearchResult } from '@/lib/store/search/search-store'
import type { SeedReport } from '@/lib/transfer/seed-report'
import type { JobAnswer } from '@/lib/wire/job'
import type { SeedReportAnswer } from '@/lib/wire/seed-report'
import type { Dialect } from './dialect'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { seedReasonInEnglish } from '@/lib/store/model/seed-reason-in-english'

/** Domain objects on the wire; the SDK's types turn drift into a compile error. */

/** RFC 3339, UTC, with milliseconds. */
export function wireTime(time: number): string {
  return new Date(time).toISOString()
}

export const timeOrNull = (time: number | null) => (time === null ? null : wireTime(time))

export function wireStore(store: MemoryStore): BetaManagedAgentsMemoryStore {
  return {
    id: store.id,
    type: 'memory_store',
    name: store.name,
    description: store.description,
    metadata: store.metadata,
    created_at: wireTime(store.createdAt),
    updated_at: wireTime(store.updatedAt),
    archived_at: timeOrNull(store.archivedAt),
  }
}

/** `palimpsest`: an extension of ours; omitted where it has nothing to report. */
type WireMemory = BetaManagedAgentsMemory & {
  /** its content was asked for and is damaged */
  palimpsest?: { damaged: true }
}

export function wireMemory(memory: Memory): WireMemory {
  return {
    id: memory.id,
    type: 'memory',
    memory_store_id: memory.storeId,
    memory_version_id: memory.versionId,
    path: memory.path,
    content: memory.content,
    content_sha256: memory.sha256,
    content_size_bytes: memory.size,
    created_at: wireTime(memory.createdAt),
    updated_at: wireTime(memory.updatedAt),
    ...(memory.isDamaged ? { palimpsest: { damaged: true } } : {}),
  }
}

export function wireEntry(entry: TreeEntry, dialect: Dialect): BetaManagedAgentsMemoryListItem {
  if (entry.type === 'directory') return { type: 'memory_prefix', path: entry.directory.path }
  const memory = wireMemory(entry.memory)
  return dialect === 'preview' ? { ...memory, ...{ size_bytes: entry.memory.size } } : memory
}

export function wireActor(actor: Actor): BetaManagedAgentsActor {
  switch (actor.type) {
    case 'session':
      return { type: 'session_actor', session_id: actor.id }
    case 'api_key':
      return { type: 'api_actor', api_key_id: actor.id }
    case 'user':
      return { type: 'user_actor', user_id: actor.id }
    case 'service_account':
      return { type: 'service_account_actor', service_account_id: actor.id }
  }
}

/** The SDK omits `redacted_by` where nobody redacted; the API page has null. */
type WireVersion = Omit<BetaManagedAgentsMemoryVersion, 'redacted_by'> & {
  redacted_by: BetaManagedAgentsActor | null
  /** an extension of ours; omitted where it has nothing to report */
  palimpsest?: {
    /** a text was taken out: content, hash, size and path are those of the rest */
    redacted_in_part?: { at: string; by: BetaManagedAgentsActor | null }
    /** its content was asked for and is damaged */
    damaged?: true
  }
}

export function wireVersion(version: MemoryVersion): WireVersion {
  return {
    id: version.id,
    type: 'memory_version',
    memory_store_id: version.storeId,
    memory_id: version.memoryId,
    operation: version.operation,
    path: version.path,
    content: version.content,
    content_sha256: version.sha256,
    content_size_bytes: version.size,
    created_at: wireTime(version.createdAt),
    created_by: wireActor(version.createdBy),
    redacted_at: timeOrNull(version.redactedAt),
    redacted_by: version.redactedBy ? wireActor(version.redactedBy) : null,
    ...wireExtension(version),
  }
}

function wireExtension(version: MemoryVersion): Pick<WireVersion, 'palimpsest'> {
  const { rewrittenAt, rewrittenBy, isDamaged } = version
  const isRewritten = rewrittenAt !== null && version.redactedAt === null
  if (!isRewritten && !isDamaged) return {}
  const by = rewrittenBy ? wireActor(rewrittenBy) : null
  return {
    palimpsest: {
      ...(isRewritten ? { redacted_in_part: { at: wireTime(rewrittenAt), by } } : {}),
      ...(isDamaged ? { damaged: true } : {}),
    },
  }
}

/** One page of any list. */
export function wirePage<Item>(data: Item[], nextPage: string | null) {
  return { data, next_page: nextPage }
}

export function wireEvent(event: StoreEvent) {
  return {
    type: event.type,
    sequence: event.sequence,
    memory_store_id: event.storeId,
    created_at: wireTime(event.createdAt),
    actor: event.actor ? wireActor(event.actor) : null,
    session_id: event.version?.sessionId ?? null,
    batch_id: event.version?.batch?.id ?? null,
    memory_version: event.version ? wireVersion(event.version) : null,
  }
}

function wireState(state: MemorySummary | VersionSummary | null) {
  return state
    ? {
        path: state.path,
        content_sha256: state.sha256,
        content_size_bytes: state.size,
        ...('versionId' in state ? { memory_version_id: state.versionId } : {}),
      }
    : null
}

function wirePlanned(change: MemoryChange<MemorySummary>) {
  return {
    memory_id: change.memoryId,
    before: wireState(change.before),
    after: wireState(change.after),
  }
}

/** What restoring a store or undoing changes did or would do. */
export function wireRollback(result: RollbackResult, isDryRun: boolean) {
  const { willChange, alreadySo, changedSince, cannot } = result.plan
  return {
    type: 'memory_store_rollback',
    dry_run: isDryRun,
    plan: result.planHash,
    batch_id: result.batchId,
    memory_version_ids: result.versionIds,
    counts: {
      will_change: willChange.length,
      already_so: alreadySo.length,
      changed_since: changedSince.length,
      cannot: cannot.length,
    },
    will_change: willChange.map(wirePlanned),
    already_so: alreadySo.map(wirePlanned),
    changed_since: changedSince.map((change) => ({
      ...wirePlanned(change),
      by: wireActor(change.by),
      at: wireTime(change.at),
    })),
    cannot: cannot.map((change) => ({ ...wirePlanned(change), reason: change.reason })),
  }
}

function wireNetChange(change: MemoryChange<VersionSummary>) {
  return {
    memory_id: change.memoryId,
    change: kindOf(change),
    before: wireState(change.before),
    after: wireState(change.after),
  }
}

/** A long list: there may be as many changes as memories. */
export function wireNetChanges({
  changes,
  redactedMemoryIds,
}: NetChanges): LongList<MemoryChange<VersionSummary>> {
  return {
    about: { type: 'memory_store_changes', redacted_memory_ids: redactedMemoryIds },
    name: 'data',
    items: changes,
    wire: wireNetChange,
  }
}

export function wireSearch(result: SearchResult) {
  return {
    data: result.hits.map((hit) => ({
      type: 'memory_search_hit',
      memory: wireMemory(hit.memory),
      path_matches: hit.isPathMatch,
      matches: hit.matches.map(wireMatch),
    })),
    has_more: result.hasMore,
    unreadable: result.unreadable,
  }
}

function wireMatch(match: SearchResult['hits'][number]['matches'][number]) {
  return {
    line: match.line,
    column: match.column,
    length: match.length,
    snippet: match.snippet,
    snippet_start: match.snippetStart,
  }
}

export function wireHistory(result: HistoryResult) {
  return {
    data: result.hits.map(wireHistoryHit),
    has_more: result.hasMore,
    unreadable: result.unreadable,
  }
}

function wireHistoryHit(hit: HistoryHit) {
  return {
    type: 'memory_history_hit',
    memory_id: hit.memoryId,
    appearances: hit.appearances.map(({ from, until }) => ({
      from: wireVersion(from),
      until: until ? wireVersion(until) : null,
    })),
    matches: hit.matches.map(wireMatch),
  }
}

export function wireReads(reads: MemoryReads) {
  return {
    type: 'memory_read',
    memory_id: reads.memoryId,
    actor: wireActor(reads.actor),
    session_id: reads.sessionId,
    read_count: reads.readCount,
    first_read_at: wireTime(reads.firstReadAt),
    last_read_at: wireTime(reads.lastReadAt),
  }
}

export function wireSeedReport(
  type: SeedReportAnswer['type'],
  report: SeedReport,
): SeedReportAnswer {
  const { history } = report
  return {
    type,
    source: report.source,
    history: history && {
      moments: history.moments,
      ...wireReason(history.reason),
      from: timeOrNull(history.from),
      to: timeOrNull(history.to),
      authors: history.authors,
    },
    counts: report.counts,
    versions: report.versions,
    entries: report.entries.map(({ reason, ...entry }) => ({ ...entry, ...wireReason(reason) })),
    ...(type === 'import_plan' ? { conflicts: report.conflicts } : {}),
    stopped: report.isStopped,
    hash: report.hash,
  }
}

/** `reason` is for people, in English; `why` for programs: the same as a code with its facts. */
const wireReason = (why: SeedReason | null) => ({ reason: why && seedReasonInEnglish(why), why })

/** Where a text occurs: all hits counted, some listed; paths that hold the text are withheld. */
export function wireTextFound(found: TextFound, text: string) {
  const { counts, places, placeCount, unreadable } = found
  return {
    counts,
    data: places.map((place) => wireTextHit(place, text)),
    total: placeCount,
    unreadable: unreadable.map(({ versionId }) => versionId),
  }
}

function wireTextHit(place: TextHit, text: string) {
  switch (place.kind) {
    case 'memory':
      return {
        type: 'memory',
        memory_store_id: place.storeId,
        memory_id: place.memoryId,
        path: place.path?.includes(text) ? null : place.path,
        holds_it_now: place.isNow,
        versions: place.versions,
        count: place.count,
      }
    case 'remark':
      return {
        type: 'remark',
        memory_store_id: place.storeId,
        place: `${place.table}.${place.column}`,
        values: place.values,
        count: place.count,
      }
    case 'conversation':
      return {
        type: 'conversation',
        place: `${place.table}.${place.column}`,
        values: place.values,
        count: place.count,
      }
  }
}

export function wireJob(job: Job): JobAnswer {
  return {
    id: job.id,
    type: 'job',
    kind: job.kind,
    state: job.state,
    phase: job.phase,
    progress: job.progress,
    total: job.total,
    result: job.result,
    error: job.error,
    created_at: wireTime(job.createdAt),
    finished_at: timeOrNull(job.finishedAt),
  }
}
