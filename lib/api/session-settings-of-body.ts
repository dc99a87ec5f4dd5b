import type { z } from 'zod'
import type { SessionSettingsInput } from '@/lib/agent/session-settings'
import { contextOfBody } from './context-settings-body'
import { invalidRequest } from './api-error'
import type { createSessionBody, updateSessionBody } from './session-schemas'

type Created = z.output<typeof createSessionBody>
type Updated = z.output<typeof updateSessionBody>

/** The settings that a new session's body asks for. */
export function settingsOfBody(body: Created): SessionSettingsInput {
  const { agent } = body
  if (typeof agent === 'string') return { model: modelNamed(agent), ...oursOf(body) }
  const { model = agent.id, system } = agent
  if (model === undefined) throw invalidRequest('agent: must have a model')
  return {
    model: modelNamed(typeof model === 'string' ? model : model.id),
    ...(system == null ? {} : { instructions: system }),
    ...approvalOf(agent.tools),
    ...oursOf(body),
  }
}

/** The settings that an update's body changes. */
export function changedSettings(body: Updated): Partial<SessionSettingsInput> {
  return { ...approvalOf(body.agent?.tools), ...oursOf(body) }
}

/** An agent's id is refused: this server keeps no agents. */
function modelNamed(name: string): string {
  if (!/^agent_/.test(name)) return name
  throw invalidRequest(
    `agent: there is no agent ${name} here; give the name of a model, or an object with model and system`,
  )
}

type Tools = Exclude<Created['agent'], string>['tools']

function approvalOf(tools: Tools): Pick<SessionSettingsInput, 'approval'> {
  const approval = tools?.[0]?.default_config?.permission_policy?.type
  return approval === undefined ? {} : { approval }
}

function oursOf({ palimpsest: ours }: Created | Updated): Partial<SessionSettingsInput> {
  if (!ours) return {}
  const settings = {
    toolSet: ours.tool_set,
    approval: ours.approval,
    memoryPrompt: ours.memory_prompt,
    keepTidy: ours.keep_tidy,
    onlyTopic: ours.only_topic,
    maxRequests: ours.max_requests,
    maxTokens: ours.max_tokens,
    thinking: ours.thinking,
    context: ours.context === undefined ? undefined : contextOfBody(ours.context),
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
