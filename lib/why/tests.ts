import { z } from 'zod'
import { db, type Reader, write } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { Refusal } from '@/lib/refusal'
import { byActor, type Cause } from '@/lib/store/model/actor'
import { invalidInput } from '@/lib/store/model/problems'
import { getStore } from '@/lib/store/stores'
import { newId } from '@/lib/text/ids'
import { comparePaths } from '@/lib/text/memory-path'
import { type Check, checkSchema, isText, said } from './check'
import type { Share } from './search'

/** Saved questions, with what their answers must be like. */

/** A test as it is given; what is left out has its usual value. */
export const testSchema = z.strictObject({
  name: said(200),
  messages: z.array(said(20_000)).min(1).max(20),
  checks: z.array(checkSchema).min(1).max(10),
  model: said(256),
  system: z.string().max(100_000).refine(isText, 'must be Unicode text').default(''),
  access: z.enum(['read_only', 'read_write']).default('read_only'),
  tools: z.enum(['memory', 'documents']).default('memory'),
  after_changes: z.boolean().default(false),
})

export type GivenTest = z.output<typeof testSchema>

/**
 * What is asked, and what is looked for, as it is kept: a redaction may leave what nobody may give. `strip` counts
 * on with each other question.
 */
const questionSchema = testSchema.omit({ name: true, after_changes: true }).extend({
  messages: z.array(z.string()),
  checks: z.array(z.custom<Check>()),
  model: z.string(),
  system: z.string().default(''),
  strip: z.int().default(1),
})

export type Question = z.output<typeof questionSchema>

export interface MemoryTest {
  id: string
  storeId: string
  name: string
  question: Question
  isAutomatic: boolean
  /** whether the checks hold without any memory, too; null: not asked */
  passesEmpty: boolean | null
  createdAt: Date
  updatedAt: Date
}

type Row = Prisma.MemoryTestGetPayload<object>

const asTest = ({ actorType: _, actorId: __, question, ...row }: Row): MemoryTest => ({
  ...row,
  question: questionSchema.parse(question),
})

/** A test as `testSchema` reads it. */
export function givenOf({ name, question, isAutomatic }: MemoryTest): GivenTest {
  const { strip: _, ...asked } = question
  return { name, ...asked, after_changes: isAutomatic }
}

const MOST_TESTS = 500

/** A store's tests by name. Refuses `store_not_found`. */
export async function listTests(storeId: string): Promise<MemoryTest[]> {
  await getStore(storeId)
  const rows = await db.memoryTest.findMany({ where: { storeId } })
  return rows.map(asTest).sort((one, other) => comparePaths(one.name, other.name))
}

/** A test. Refuses `test_not_found`. */
export async function getTest(storeId: string, id: string): Promise<MemoryTest> {
  const row = await db.memoryTest.findUnique({ where: { id } })
  if (row?.storeId !== storeId) throw testNotFound(id)
  return asTest(row)
}

const testNotFound = (id: string) => new Refusal('test_not_found', `There is no test ${id}.`)

/**
 * Saves tests by their names, all or none; none is deleted. Another question or check begins a new strip. Refuses
 * `store_not_found`, `invalid_input`, `limit_reached`.
 */
export async function saveTests(
  storeId: string,
  given: readonly unknown[],
  by: Cause,
): Promise<MemoryTest[]> {
  const tests = given.map((each) => parsedTest(each))
  const names = tests.map(({ name }) => name)
  if (new Set(names).size < names.length) {
    throw invalidInput('tests', 'must have different names')
  }
  await getStore(storeId)
  const rows = await write(async (tx) => {
    const there = await tx.memoryTest.findMany({ where: { storeId } })
    const known = new Map(there.map((row) => [row.name, row]))
    const count = there.length + names.filter((name) => !known.has(name)).length
    if (count > MOST_TESTS) {
      const facts = { limit: 'tests', maximum: MOST_TESTS }
      throw new Refusal('limit_reached', `A store has at most ${MOST_TESTS} tests.`, facts)
    }
    const saved: Row[] = []
    for (const test of tests) {
      const before = known.get(test.name)
      saved.push(
        before
          ? await tx.memoryTest.update({ where: { id: before.id }, data: changeOf(before, test) })
          : await tx.memoryTest.create({ data: { ...rowOf(storeId, test), ...byActor(by.actor) } }),
      )
    }
    return saved
  })
  return rows.map(asTest)
}

/** Those of some tests whose names are free in a store, as far as it has room. */
export async function newTests(
  reader: Reader,
  storeId: string,
  tests: readonly GivenTest[],
): Promise<GivenTest[]> {
  const there = await reader.memoryTest.findMany({ where: { storeId }, select: { name: true } })
  const names = new Set(there.map(({ name }) => name))
  return tests.filter(({ name }) => !names.has(name)).slice(0, Math.max(0, MOST_TESTS - names.size))
}

/** Saves those of some tests that are new to a store, and leaves its own alone; how many these are. */
export async function addTests(
  storeId: string,
  tests: readonly GivenTest[],
  by: Cause,
): Promise<number> {
  return write(async (tx) => {
    const added = await newTests(tx, storeId, tests)
    const data = added.map((test) => ({ ...rowOf(storeId, test), ...byActor(by.actor) }))
    return (await tx.memoryTest.createMany({ data })).count
  })
}

/** What a person saves of a test that was shown. Refuses `test_not_found`, `test_changed`, `invalid_input`. */
export async function changeTest(
  { storeId, id, updatedAt }: { storeId: string; id: string; updatedAt: Date },
  given: unknown,
): Promise<MemoryTest> {
  const test = parsedTest(given)
  const row = await write(async (tx) => {
    const before = await tx.memoryTest.findUnique({ where: { id } })
    if (before?.storeId !== storeId) throw testNotFound(id)
    if (+before.updatedAt !== +updatedAt) {
      throw new Refusal('test_changed', 'Somebody saved this test meanwhile.')
    }
    const other = await tx.memoryTest.findUnique({
      where: { storeId_name: { storeId, name: test.name } },
    })
    if (other && other.id !== id) throw invalidInput('name', 'is that of another test')
    return tx.memoryTest.update({ where: { id }, data: changeOf(before, test) })
  })
  return asTest(row)
}

/** Deletes a test; what its runs found stays in them. Refuses `test_not_found`. */
export async function deleteTest(storeId: string, id: string): Promise<void> {
  const { count } = await write((tx) => tx.memoryTest.deleteMany({ where: { id, storeId } }))
  if (count === 0) throw testNotFound(id)
}

/** Says of a test whether it passes without any memory. */
export async function notePassesEmpty(id: string, passesEmpty: boolean): Promise<void> {
  await write((tx) => tx.memoryTest.updateMany({ where: { id }, data: { passesEmpty } }))
}

function parsedTest(given: unknown): GivenTest {
  const parsed = testSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidInput(issue?.path.join('.') || 'test', issue?.message ?? 'is not valid')
}

function rowOf(storeId: string, { name, after_changes: isAutomatic, ...question }: GivenTest) {
  const now = new Date()
  const id = newId('mtest', now.getTime())
  return {
    id,
    storeId,
    name,
    isAutomatic,
    question: { ...question, strip: 1 },
    createdAt: now,
    updatedAt: now,
  }
}

function changeOf(before: Row, { name, after_changes: isAutomatic, ...question }: GivenTest) {
  const { strip, ...was } = questionSchema.parse(before.question)
  const isSame =
    JSON.stringify(was) === JSON.stringify(questionSchema.omit({ strip: true }).parse(question))
  return {
    name,
    isAutomatic,
    updatedAt: new Date(Math.max(Date.now(), +before.updatedAt + 1)),
    question: { ...question, strip: isSame ? strip : strip + 1 },
    ...(isSame ? {} : { passesEmpty: null }),
  }
}

export type Verdict = 'passed' | 'failed' | 'mixed'

/** The most answers to one test in a run. */
export const MOST_ANSWERS = 20
/** Wald's sums: 90 % against 30 %, at an error of 5 %. */
const HELD = Math.log(0.9 / 0.3)
const LACKED = Math.log(0.1 / 0.7)
const ENOUGH = Math.log(0.95 / 0.05)

/** What so many answers say of a test; null: more are to be asked for. */
export function verdictOf({ held, of }: Share): Verdict | null {
  const sum = held * HELD + (of - held) * LACKED
  if (sum >= ENOUGH) return 'passed'
  if (sum <= -ENOUGH) return 'failed'
  return of >= MOST_ANSWERS ? 'mixed' : null
}
