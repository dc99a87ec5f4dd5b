import { contentProblem } from '@/lib/text/content'
import { memoryPathProblem } from '@/lib/text/memory-path'
import type { InputField } from './invalid-input'
import { refuse } from './problems'

/** Refuses a path that breaks the rules of the API page. */
export function checkPath(path: string, field: InputField = 'path'): void {
  const broken = memoryPathProblem(path)
  if (broken !== null) refuse({ kind: 'invalid_input', field, ...broken })
}

/** Refuses text that cannot be encoded as UTF-8, or that PostgreSQL cannot store. */
export function checkContent(content: string, field: InputField = 'content'): void {
  const broken = contentProblem(content)
  if (broken !== null) refuse({ kind: 'invalid_input', field, ...broken })
}
