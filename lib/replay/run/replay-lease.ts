import type { LeaseKind } from '@/lib/lease'

/** The lease of a replay's run. */
export const REPLAY_LEASE: LeaseKind = { table: 'replays', beatEveryMs: 2_000, silenceMs: 15_000 }
