import { createHmac } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import {
  type Lease,
  type LeaseKind,
  abandonedLeases,
  breakLease,
  leaseOn,
  releaseLease,
  takeLease,
} from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { digestNotice } from '../digest/digest-notice'
import { type DigestPeriod, periodAt } from '../model/digest'
import type { DigestPostFault } from '../model/digest-post'
import { reviewDigest } from '../digest/review-digest'
import { addPost, type DuePostRow, duePosts, notePosted } from './sql/due-work'

/** The address that digests are posted to. */
export interface DigestTarget {
  url: string
  /** signs what is posted */
  secret: string
  period: DigestPeriod
}

/** Sends a request; `fetch`, except in tests. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Interval for checking whether a digest is due; milliseconds. */
const EVERY_MS = 5 * MINUTE_MS

/** Timeout of one post; milliseconds. */
const TIMEOUT_MS = 15_000

/** Delays before each retry; after the last one the post is given up. Milliseconds. */
const RETRY_AFTER_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** Only one process posts a digest; one that is silent for longer than this has ended. */
const POSTING: LeaseKind = { table: 'digest_posts', beatEveryMs: 10_000, silenceMs: 60_000 }

/** Posts the digest of each period that is over. Returns the function that stops it. */
export function startPostingDigests(db: Database, target: DigestTarget | null): () => void {
  if (target === null) return () => {}
  const post = () =>
    void postDueDigests(db, { target, now: Date.now(), send: fetch }).catch((error: unknown) => {
      log.warn('the digest could not be posted', causeOf(error))
    })
  const timer = setInterval(post, EVERY_MS).unref()
  post()
  return () => clearInterval(timer)
}

interface Posting {
  target: DigestTarget
  /** milliseconds since 1970 */
  now: number
  send: Send
}

/**
 * Posts the digest of the last period that is over, and those that failed before, if it is time.
 * Only one process at a time posts one; it may arrive twice if that process ends in between.
 */
export async function postDueDigests(db: Database, posting: Posting): Promise<void> {
  const { target, now } = posting
  const { period } = target
  const { from } = periodAt(period, periodAt(period, now).from - 1)
  const id = `${period}_${new Date(from).toISOString().slice(0, 10)}`
  await db.write(async (tx) => {
    await addPost(tx, { id, period, startsAt: from, now })
    for (const lease of await abandonedLeases(tx, POSTING)) await breakLease(tx, POSTING, lease)
  })
  const due = await duePosts(db.read, now)
  for (const row of due) {
    const lease = leaseOn(POSTING, row.id)
    if (await db.write((tx) => takeLease(tx, lease))) await postOne(db, row, lease, posting)
  }
}

async function postOne(
  db: Database,
  row: DuePostRow,
  lease: Lease,
  posting: Posting,
): Promise<void> {
  const { target, now, send } = posting
  const digest = await reviewDigest(db, { period: row.period, at: row.startsAt, now })
  const body = JSON.stringify({ id: row.id, ...digestNotice(digest) })
  const fault = await sent(send, target, { id: row.id, body, now })
  if (fault !== null) log.warn('the digest was not taken', { digest: row.id, fault })
  const wait = RETRY_AFTER_MS[row.tries]
  await db.write(async (tx) => {
    await notePosted(tx, {
      id: row.id,
      fault,
      postedAt: fault === null ? now : null,
      nextTryAt: fault === null || wait === undefined ? null : now + wait,
      runner: lease.holder,
    })
    await releaseLease(tx, lease)
  })
}

/** Posts a digest. Returns the reason that it was not taken, or null if it was. */
async function sent(
  send: Send,
  { url, secret }: DigestTarget,
  { id, body, now }: { id: string; body: string; now: number },
): Promise<DigestPostFault | null> {
  const seconds = Math.floor(now / 1000)
  try {
    const response = await send(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-palimpsest-delivery': id,
        'x-palimpsest-signature': `t=${seconds},v1=${signatureOf(secret, `${seconds}.${body}`)}`,
      },
      // What it redirects to was not named by whoever set the address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? null : 'refused'
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'too_slow' : 'unreachable'
  }
}

/** HMAC with SHA-256, in hex. */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
