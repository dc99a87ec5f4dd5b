import { createHash } from 'node:crypto'
import path from 'node:path'
import { ApiError, invalidRequest } from '../api-error'
import type { ApiCall, Handler } from '../api-call'
import type { ApiRequest } from '../api-request'
import { parseInput, parseQuery } from '../parse'
import { readJson } from '../read-body'
import { requireMay } from '../require-may'
import { importBody, importQuery } from '../schemas'
import { takeTests } from '../transferred-tests'
import { wireJob } from '../resources/job'
import { wireSeedReport } from '../resources/seed-report'
import { may } from '@/lib/auth/may'
import { startJob } from '@/lib/jobs/run-job'
import { holdImported } from '@/lib/proposals/hold-imported'
import { getStore } from '@/lib/store/stores/read-stores'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { sourceProblemInEnglish } from '@/lib/store/model/source-problem-in-english'
import { serverReach } from '@/lib/transfer/disk-reach'
import { openFile, openPath } from '@/lib/transfer/open-source'
import { planSeed, runSeed, type SeedStoreInput } from '@/lib/transfer/seed-store'
import type { WantedTexts } from '@/lib/transfer/planned-texts'
import type { ConflictChoice, HeldWrite } from '@/lib/transfer/seeding'
import { FolderNotAllowedError, SourceError, type Source } from '@/lib/transfer/source'
import { spool, UploadTooLargeError } from '@/lib/transfer/spool'

type Params = { storeId: string }

interface OpenedSource {
  source: Source
  withHistory: boolean
  isDryRun: boolean
  /** identifies the plan that the caller has seen */
  plan: string | undefined
  /** of an upload's bytes; null for files on disk, which may change at any time */
  sha256: string | null
  onConflict: ConflictChoice | undefined
  /** of single conflicts, by path */
  decisions: Record<string, ConflictChoice> | undefined
  /** paths of the plan that stay as they are in the store */
  leaveOut: readonly string[]
  texts: string | undefined
  discard: () => Promise<void>
}

/**
 * Plans with `dry_run`; else starts a job and answers it, at once or, with `wait`, when it has
 * ended.
 */
export const POST: Handler<Params> = async (call) => {
  const { db, params, request, audience, cause, caller } = call
  const query = parseQuery(importQuery, request)
  const store = await getStore(db, params.storeId)
  const opened = await openSource(call, query).catch(asApiError)
  const { source, withHistory, isDryRun, onConflict, decisions, leaveOut, texts, discard } = opened
  const input = {
    storeId: params.storeId,
    source,
    withHistory,
    onConflict,
    decisions: decisions && new Map(Object.entries(decisions)),
    cause,
    audience,
    hold: (writes: readonly HeldWrite[]) => holdImported(db, { ...params, cause, writes }),
    trustsActors: may(caller, 'write as others'),
    tests: may(caller, 'decide') ? takeTests(db, caller.actor) : undefined,
  }
  if (isDryRun) {
    try {
      const asked = { ...input, texts: wantedTexts(texts) }
      const plan = await planSeed(db, asked, request.signal).catch(asApiError)
      const report = wireSeedReport('import_plan', plan)
      return { ...report, hash: planName(plan.hash, basisOf(opened, store)) }
    } finally {
      await discard()
    }
  }
  try {
    await refuseOtherPlan(call, input, opened.plan, basisOf(opened, store))
  } catch (error) {
    await discard()
    throw error
  }
  const started = await startJob(db, {
    kind: 'seed',
    storeId: params.storeId,
    startedBy: caller.actor,
    work: async (control) => {
      try {
        const run = { ...input, leftOut: new Set(leaveOut) }
        return wireSeedReport('import_report', await runSeed(db, run, control))
      } finally {
        await discard()
      }
    },
  }).catch(async (error: unknown) => {
    await discard()
    throw error
  })
  return wireJob(query.wait ? await started.finished : started.job)
}

const wantedTexts = (texts: string | undefined): WantedTexts =>
  texts === undefined ? null : texts === 'all' ? texts : { path: texts }

/** A plan's name: the hash of everything in it, and of what it was made from, if known. */
const planName = (hash: string | null, basis: string | null) => `${hash}.${basis ?? ''}`

/** The same upload, with the same options into the same state of the store, has the same plan. */
function basisOf(opened: OpenedSource, store: MemoryStore): string | null {
  const { sha256, withHistory, onConflict = 'leave', decisions = {}, source } = opened
  if (sha256 === null) return null
  const { lastSequence, settings } = store
  const decided = Object.entries(decisions).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const facts = [sha256, source.label, withHistory, onConflict, decided, lastSequence, settings]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/**
 * Ensures that what was shown is what is done, without what was left out of it: refuses an outdated plan before anything is written.
 */
async function refuseOtherPlan(
  { db, request }: ApiCall<Params>,
  input: SeedStoreInput,
  seen: string | undefined,
  basis: string | null,
): Promise<void> {
  if (seen === undefined) return
  const [seenHash, seenBasis] = seen.split('.')
  if (basis !== null && basis === seenBasis) return
  const { hash } = await planSeed(db, input, request.signal).catch(asApiError)
  if (hash === seenHash) return
  throw new ApiError(
    409,
    'conflict_error',
    'The plan has changed since: the source or the store is not what it was. Nothing was written; look at the new plan.',
    { code: 'plan_changed' },
  )
}

/** JSON names a source on the server's disk; any other body is the source itself. */
async function openSource(
  { request, caller }: ApiCall<Params>,
  query: ReturnType<typeof importQuery.parse>,
): Promise<OpenedSource> {
  if (mediaType(request) === 'application/json') {
    const body = parseInput(importBody, await readJson(request))
    requireMay(caller, 'read the disk')
    if (!path.isAbsolute(body.source.path)) {
      throw invalidRequest('source.path: must be an absolute path on the disk of the server')
    }
    const { type, path: location } = body.source
    const withHistory = body.history ?? query.history
    return {
      source: await openPath({
        location,
        kind: KINDS[type],
        withHistory: withHistory && type !== 'folder',
        withUncommitted: body.uncommitted ?? false,
        reach: serverReach(),
        signal: request.signal,
      }),
      withHistory,
      isDryRun: body.dry_run ?? query.dry_run,
      plan: body.plan ?? query.plan,
      sha256: null,
      onConflict: body.conflicts ?? query.conflicts,
      decisions: body.decisions ?? query.decisions,
      leaveOut: body.leave_out ?? query.leave_out ?? [],
      texts: body.texts ?? query.texts,
      discard: async () => {},
    }
  }
  if (!request.body) throw invalidRequest('The body must be a zip, a tar or JSON Lines.')
  const spooled = await spool(request.body)
  try {
    return {
      source: await openFile(
        spooled.file,
        query.name ?? `upload ${spooled.sha256}`,
        request.signal,
      ),
      withHistory: query.history,
      isDryRun: query.dry_run,
      plan: query.plan,
      sha256: spooled.sha256,
      onConflict: query.conflicts,
      decisions: query.decisions,
      leaveOut: query.leave_out ?? [],
      texts: query.texts,
      discard: spooled.discard,
    }
  } catch (error) {
    await spooled.discard()
    throw error
  }
}

/** The kind of thing expected at the body's path, by its type. */
const KINDS = { folder: 'folder', git: 'folder', file: 'file', any: 'any' } as const

/** `application/jsonl` is not JSON, and parameters such as a charset don't matter here. */
function mediaType(request: ApiRequest): string {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase()
}

function asApiError(error: unknown): never {
  if (error instanceof FolderNotAllowedError) {
    throw new ApiError(403, 'permission_error', error.message, {
      code: 'folder_not_allowed',
      allowed_folders: error.roots.join(path.delimiter),
      why: error.problem,
    })
  }
  if (error instanceof SourceError) {
    throw new ApiError(400, 'invalid_request_error', error.message, { why: error.problem })
  }
  if (error instanceof UploadTooLargeError) {
    const why = { code: 'upload_too_large', maximum: error.limit } as const
    throw new ApiError(413, 'request_too_large', sourceProblemInEnglish(why), { why })
  }
  throw error
}
