import { z } from 'zod'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import { contentProblem } from '@/lib/text/content'

/** The settings of the agent that a test asks, as a person or a program gives them. */
export const agentSettings = {
  /** whether it may write, in the copy that it has */
  access: z.enum(['read_write', 'read_only']),
  /** the start of its system prompt */
  instructions: z
    .string()
    .max(20_000, 'must be at most 20000 characters')
    .refine((value) => contentProblem(value) === null, 'must be Unicode text without NUL'),
  /** the tools by which it reaches the memory */
  toolSet: z.enum(TOOL_SETS),
}
