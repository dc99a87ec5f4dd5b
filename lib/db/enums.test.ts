import { expectTypeOf, test } from 'vitest'
import type { AttachedStore, SessionStatus } from '@/lib/agent/session'
import type { Access, Purpose } from '@/lib/auth/access'
import type { AttributionSource, Confidence, HeardKind } from '@/lib/connect/model/attribution'
import type {
  ConnectionProblem,
  ConnectionState,
  Direction,
  OutboxProblem,
  Preset,
} from '@/lib/connect/model/connection'
import type { JobKind, JobState } from '@/lib/jobs/job'
import type { ChangesetState } from '@/lib/review/model/changeset'
import type { CommentStatus, Disposition } from '@/lib/review/model/comment'
import type { DigestPeriod } from '@/lib/review/model/digest'
import type { DigestPostFault } from '@/lib/review/model/digest-post'
import type { FindingStatus } from '@/lib/review/model/finding'
import type { Decision, HunkKind } from '@/lib/review/model/hunk'
import type { PolicyAction } from '@/lib/review/model/policy'
import type { Actor } from '@/lib/store/model/actor'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { BatchKind, Operation } from '@/lib/store/model/memory-version'
import type { ProposalState } from '@/lib/store/model/proposal'
import type { NotRunReason, TestOccasion, TestStatus } from '@/lib/memory-tests/model/memory-test'
import type { ReplayState } from '@/lib/replay/model/replay'
import type { LeftOutKind } from '@/lib/store/seeding/seed-left-outs'
import type { SeedTaken } from '@/lib/store/seeding/seeds'
import type * as enums from './generated/sqlite/enums'

/** The words of each enum of the models. */
type OfModels = { -readonly [E in keyof typeof enums]: (typeof enums)[E][keyof (typeof enums)[E]] }

/** The same, as the code that writes them knows them. */
interface OfCode {
  ActorType: Actor['type']
  AttributionSource: AttributionSource
  BatchKind: BatchKind
  ChangeKind: ChangeKind
  ChangesetState: ChangesetState
  CommentStatus: CommentStatus
  Confidence: Confidence
  ConnectionProblem: ConnectionProblem
  ConnectionState: ConnectionState
  Decision: Decision
  DigestPeriod: DigestPeriod
  DigestPostFault: DigestPostFault
  Direction: Direction
  Disposition: Disposition
  FindingStatus: FindingStatus
  HeardKind: HeardKind
  HunkKind: HunkKind
  JobKind: JobKind
  JobState: JobState
  KeyAccess: Access
  KeyPurpose: Purpose
  LeftOutKind: LeftOutKind
  MemoryTestNotRun: NotRunReason
  MemoryTestOccasion: TestOccasion
  MemoryTestStatus: TestStatus
  Operation: Operation
  OutboxProblem: OutboxProblem
  /** in no type of its own: lib/connect/core/carry-out.ts */
  OutboxState: 'waiting' | 'writing' | 'settling' | 'conflict' | 'failed'
  PolicyAction: PolicyAction
  Preset: Preset
  ProposalState: ProposalState
  /** in no type of its own: lib/replay/sql/replays.ts */
  ReplayKind: 'replay' | 'cause' | 'bisection'
  ReplayState: ReplayState
  SeedTaken: SeedTaken
  SessionStatus: SessionStatus
  StoreAccess: AttachedStore['access']
}

// A row with a word that its enum lacks fails the whole list that it is in. It is `npm run typecheck`
// that fails here.
test('every enum of the models has exactly the words that the code writes', () => {
  expectTypeOf<OfModels>().toEqualTypeOf<OfCode>()
})
