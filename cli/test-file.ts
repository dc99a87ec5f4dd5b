import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CORE_SCHEMA, dump, load } from 'js-yaml'
import { z } from 'zod'
import { createTestBody } from '@/lib/api/memory-test-schemas'
import { writtenTest } from '@/lib/api/resources/memory-test'
import { testOfBody } from '@/lib/api/test-of-body'
import type { TestInput } from '@/lib/memory-tests/checked-test'
import type { MemoryTest } from '@/lib/memory-tests/model/memory-test'
import { typedFrom } from './typed-from'
import { UsageError } from './usage'

/**
 * A file of memory tests, as YAML or JSON: `tests`, each as the API takes it, and beside them a
 * `model` for those that name none (docs/guide/scripts.md).
 */
const testFile = z.strictObject({
  model: z.string().optional(),
  tests: z
    .array(createTestBody.extend({ model: createTestBody.shape.model.optional() }))
    .min(1, 'must name a test'),
})

/** The tests of a file. Throws a `UsageError` that says what is wrong, and where. */
export function readTestFile(file: string): TestInput[] {
  const parsed = testFile.safeParse(loaded(file))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.map(String).join('.') ?? ''
    throw new UsageError(`${file}: ${place}: ${issue?.message ?? 'is not valid'}`)
  }
  const { model, tests } = parsed.data
  const names = tests.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new UsageError(`${file}: two tests are called ${twice}`)
  return tests.map((test) => {
    const asked = test.model ?? model
    if (asked === undefined) throw new UsageError(`${file}: ${test.name} names no model`)
    return testOfBody({ ...test, model: asked })
  })
}

function loaded(file: string): unknown {
  let text: string
  try {
    text = readFileSync(path.resolve(typedFrom(), file), 'utf8')
  } catch {
    throw new UsageError(`${file} cannot be read`)
  }
  try {
    return load(text, { schema: CORE_SCHEMA })
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : 'is no YAML'}`)
  }
}

/** Tests as such a file, without their ids and runs. */
export function writtenTests(tests: readonly MemoryTest[]): string {
  return dump({ tests: tests.map(writtenTest) }, { schema: CORE_SCHEMA, lineWidth: 100 })
}
