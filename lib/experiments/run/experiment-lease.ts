import type { LeaseKind } from '@/lib/lease'

/** The lease of a process that works on a run of an experiment. */
export const EXPERIMENT_LEASE: LeaseKind = {
  table: 'experiment_runs',
  beatEveryMs: 2_000,
  silenceMs: 15_000,
}
