import * as z from 'zod/mini'

/** How gates stand on a state that would come about. */
export const gateNewsAnswer = z.object({
  gates: z.array(
    z.object({
      testId: z.string(),
      name: z.string(),
      status: z.enum([
        ...(['not_asked', 'pending', 'running', 'passed', 'failed', 'mixed', 'not_run'] as const),
      ]),
      runId: z.nullable(z.string()),
      notRunFor: z.nullable(
        z.enum([
          ...(['stopped', 'budget_used_up', 'model_failed', 'test_changed'] as const),
          ...(['timed_out', 'state_gone', 'internal'] as const),
        ]),
      ),
      held: z.number(),
      of: z.number(),
    }),
  ),
})

export type GateNews = z.infer<typeof gateNewsAnswer>
