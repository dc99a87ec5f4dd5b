import { type JobKind, registerJob, type Run } from '@/lib/jobs/jobs'

/** A kind of job that no room has: files of a worker share what each kind does. */
export const PROBE = 'probe' as JobKind

/** Says what such a job does from here on. */
export const probing = (run: Run) => registerJob(PROBE, run)
