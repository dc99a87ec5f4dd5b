import type { CauseResult, FoundCause } from '../model/replay'
import {
  resumeSearch,
  type RoundPurpose,
  type SearchResult,
  type SearchSetup,
  type SearchState,
  type SearchVerdict,
} from '../search/cause-search'
import {
  allBut,
  isSameQuestion,
  isShown,
  type Question,
  repeatedQuestion,
  type Share,
  shareOf,
} from '../search/question'
import type { Hide } from '../replayed-turn'
import type { CausePlan, PlannedMemory } from './cause-plan'
import { type LineItem, linesOf, inOrder } from './line-items'
import { nameOfItems } from './name-of-items'
import { nextStepOfParts } from './parts-program'
import type { AnsweredLevels, ProgramStep } from './program-step'

export interface ProgramSetup {
  readonly plan: CausePlan
  /** samples in all */
  readonly budget: number
  /** samples that the budget will likely come to */
  readonly likely: number
  /** the aims of the rounds that were asked so far, by level */
  readonly asked: readonly (readonly RoundPurpose[])[]
  /** whether the answer as it was came in the same words each time */
  readonly areRepeatsWeak: boolean
  /** the hunks of a memory, each of one author and version, and how suspect each is */
  readonly hunksOf: (memory: PlannedMemory) => Promise<readonly LineItem[]>
}

/** Hunks up to this long are named whole. */
const SHORT_HUNK = 3

/**
 * The step of a search for causes after these answers: among the memories first, then, of each cause,
 * among its hunks and the lines of the hunk that does it; or, once that was asked for, of the look for all
 * that add a little. A function of its arguments: it goes on
 * after a restart from what was stored.
 */
export async function nextStepOfCauses(
  setup: ProgramSetup,
  answered: AnsweredLevels,
): Promise<ProgramStep> {
  const { plan } = setup
  if (plan.parts) return nextStepOfParts({ ...setup, parts: plan.parts }, answered)
  return new CauseProgram(setup, answered).step()
}

/** Of which level the next round is. */
type Level<Result> = { readonly step: ProgramStep } | { readonly done: Result }

class CauseProgram {
  private spent = 0
  private areLinesOpen = false
  /** answers that would likely tell those lines; null: none are open, or it is not known */
  private more: number | null = null

  constructor(
    private readonly setup: ProgramSetup,
    private readonly answered: AnsweredLevels,
  ) {}

  async step(): Promise<ProgramStep> {
    const { items } = this.setup.plan
    const search: SearchSetup = { ...this.searchOf(items.length), weighsBy: this.setup.likely }
    const hideOf = (question: Question) =>
      items.flatMap((item, index) =>
        isShown(question, index)
          ? []
          : item.map(({ storeId, memoryId }) => ({ storeId, memoryId })),
      )
    const memories = await this.level(0, search, hideOf)
    if ('step' in memories) return memories.step
    const { state, result } = memories.done
    const baseline = this.baselineOf(state, items.length, result.verdict)
    if (result.verdict !== 'caused') return this.ended(this.named(result, baseline))
    const causes: FoundCause[] = []
    for (const [index, item] of result.causes.entries()) {
      const lines = await this.linesOfCause({ index, item, state, result })
      if ('step' in lines) return lines.step
      causes.push({ ...this.foundWhole(item), ...lines.done })
    }
    return this.ended({ ...this.named(result, baseline), causes, more: this.more })
  }

  private ended(result: Omit<CauseResult, 'repeatedEarlier'>): ProgramStep {
    return { round: null, result, areLinesOpen: this.areLinesOpen }
  }

  private searchOf(itemCount: number, known?: SearchSetup['known']): SearchSetup {
    const { plan, budget, areRepeatsWeak } = this.setup
    const { atOnce } = plan
    const left = budget - this.spent
    return { itemCount, atOnce, budget: left, areRepeatsWeak, ...(known ? { known } : {}) }
  }

  private async level(
    level: number,
    search: SearchSetup,
    hideOf: (question: Question) => Hide[],
  ): Promise<Level<{ state: SearchState; result: SearchResult }>> {
    const asked = this.setup.asked[level] ?? []
    const state = await resumeSearch({ ...search, asked }, this.answered[level] ?? [])
    this.spent += state.asked.length
    const { areRepeatsWeak } = this.setup
    const { round, rounds, result, hasOthers } = state
    if (result) return { done: { state, result } }
    const questions = round.questions.map((question) => {
      const shown = shownCount(repeatedQuestion(question, []), search.itemCount)
      const hidden = search.itemCount - shown
      const { items } = search
      return { hide: hideOf(question), question, shown, hidden, areRepeatsWeak, items }
    })
    const { purpose } = round
    const next = { level, round: rounds, purpose, questions, hasOthers }
    return { step: { round: next, result: null } }
  }

  /** The share of the answers as it was in which the check held. */
  private baselineOf({ asked }: SearchState, itemCount: number, verdict: SearchVerdict): Share {
    // That it was not stable may show only in repeats that put a memory aside.
    const plain = (question: Question) =>
      verdict === 'unstable' ? repeatedQuestion(question, []) : question
    return shareOf(
      asked.filter(({ question }) =>
        isSameQuestion(plain(question), allBut(itemCount, []), itemCount),
      ),
    )
  }

  private named(
    { verdict, causes, sufficientSets, confirmed, open, more }: SearchResult,
    baseline: Share,
  ): Omit<CauseResult, 'repeatedEarlier'> {
    const placeOf = (item: number) => causes.indexOf(item)
    return {
      verdict,
      baseline,
      areRepeatsWeak: this.setup.areRepeatsWeak,
      causes: causes.map((item) => this.foundWhole(item)),
      sufficientSets: sufficientSets.map((set) => set.map(placeOf)),
      confirmed,
      open: open.map(({ hidden, ...rest }) => ({
        hidden: hidden.map(placeOf),
        share: rest.share,
        more: rest.more,
      })),
      more,
    }
  }

  private foundWhole(item: number): FoundCause {
    const memory = this.memoryOf(item)
    return { ...memory, lines: null, writtenBy: memory.versionId }
  }

  private memoryOf(item: number): PlannedMemory {
    const [memory] = this.setup.plan.items[item] ?? []
    if (!memory) throw new Error('a search found what was not planned')
    return memory
  }

  /** The lines of a cause that turn the answer; null: none does by itself. */
  private async linesOfCause({
    index,
    item,
    state,
    result,
  }: {
    index: number
    item: number
    state: SearchState
    result: SearchResult
  }): Promise<Level<Pick<FoundCause, 'lines' | 'writtenBy'> | null>> {
    const memory = this.memoryOf(item)
    const { plan } = this.setup
    // Where another cause suffices by itself, this one shows only while that is hidden.
    const others = result.causes.filter(
      (other) => other !== item && !result.sufficientSets.some((set) => isPair(set, item, other)),
    )
    const base = others.flatMap((other) =>
      (plan.items[other] ?? []).map(({ storeId, memoryId }) => ({ storeId, memoryId })),
    )
    const itemCount = plan.items.length
    const known = {
      allShown: cellOf(state, allBut(itemCount, others), { itemCount, found: result.causes }),
      allHidden: cellOf(state, allBut(itemCount, [...others, item]), {
        itemCount,
        found: result.causes,
      }),
    }
    const hunks = await this.setup.hunksOf(memory)
    const first = 1 + 2 * index
    const found = await this.among(first, hunks, { memory, base, known })
    if ('step' in found) return found
    const hunk = found.done
    if (hunk === null) return { done: null }
    if (hunk.to - hunk.from < SHORT_HUNK) return { done: linesIn(hunk) }
    const line = await this.among(first + 1, linesOf(hunk), { memory, base, known })
    if ('step' in line) return line
    return { done: linesIn(line.done ?? hunk) }
  }

  /** The one of these that turns the answer, or the span of those that do; null: none by itself. */
  private async among(
    level: number,
    unordered: readonly LineItem[],
    about: {
      memory: PlannedMemory
      base: readonly Hide[]
      known: NonNullable<SearchSetup['known']>
    },
  ): Promise<Level<LineItem | null>> {
    const items = inOrder(unordered)
    const [only, ...others] = items
    if (!only) return { done: null }
    if (others.length === 0) return { done: only }
    const { storeId, memoryId } = about.memory
    const hideOf = (question: Question): Hide[] => {
      const hidden = items.filter((_, index) => !isShown(question, index))
      if (hidden.length === 0) return [...about.base]
      const lines = hidden.map(({ from, to }) => [from, to] as const)
      return [...about.base, { storeId, memoryId, lines }]
    }
    const search = this.searchOf(items.length, about.known)
    const searched = await this.level(
      level,
      { ...search, items: namedTogether(items, about) },
      hideOf,
    )
    if ('step' in searched) return searched
    const { causes, verdict, more } = searched.done.result
    if (verdict === 'undecided' || verdict === 'contributes') {
      this.areLinesOpen = true
      this.more = more === null ? this.more : Math.max(more, this.more ?? 0)
    }
    const found = causes.flatMap((index) => items[index] ?? [])
    if (verdict !== 'caused' || found.length === 0) return { done: null }
    const from = Math.min(...found.map((each) => each.from))
    const to = Math.max(...found.map((each) => each.to))
    const newest = found.toSorted((one, other) => other.suspicion - one.suspicion)[0]
    return { done: { from, to, suspicion: 0, writtenBy: newest?.writtenBy ?? '' } }
  }
}

/**
 * A name of some lines of a memory, in this order, while others are hidden: a redaction, as another
 * version of the search, may put others in their places.
 */
function namedTogether(
  items: readonly LineItem[],
  { memory, base }: { memory: PlannedMemory; base: readonly Hide[] },
): string {
  const lines = items.map(({ from, to }) => [from, to])
  return nameOfItems([memory.storeId, memory.memoryId, lines, base])
}

function linesIn({ from, to, writtenBy }: LineItem): Pick<FoundCause, 'lines' | 'writtenBy'> {
  return { lines: [from, to], writtenBy }
}

function isPair(set: readonly number[], one: number, other: number): boolean {
  return set.includes(one) && set.includes(other)
}

/** The share of the answers that showed just this, but for what repeats put aside of what does not matter. */
function cellOf(
  { asked }: SearchState,
  question: Question,
  { itemCount, found }: { itemCount: number; found: readonly number[] },
): Share {
  return shareOf(
    asked.filter((each) =>
      isSameQuestion(repeatedQuestion(each.question, found), question, itemCount),
    ),
  )
}

function shownCount(question: Question, itemCount: number): number {
  return Array.from({ length: itemCount }, (_, item) => item).filter((item) =>
    isShown(question, item),
  ).length
}
