import { contentProblem } from '@/lib/text/content'
import { memoryPathProblem } from '@/lib/text/memory-path'
import { refuse } from '../model/problems'

/** Refuses a path that breaks the rules of the API page. */
export function checkPath(path: string, field = 'path'): void {
  const reason = memoryPathProblem(path)
  if (reason !== null) refuse({ kind: 'invalid_input', field, reason })
}

/** Refuses text that is not UTF-8 when written down, or that PostgreSQL cannot hold. */
export function checkContent(content: string, field = 'content'): void {
  const reason = contentProblem(content)
  if (reason !== null) refuse({ kind: 'invalid_input', field, reason })
}
