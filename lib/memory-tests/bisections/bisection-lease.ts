import type { LeaseKind } from '@/lib/lease'

/** The lease of a process that searches for the change with which a test turned. */
export const BISECTION_LEASE: LeaseKind = {
  table: 'memory_test_bisections',
  beatEveryMs: 2_000,
  silenceMs: 15_000,
}
