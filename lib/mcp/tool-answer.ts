import { asMemoryData } from '@/lib/context/memory-data'
import { newId } from '@/lib/text/prefixed-id'

/** A tool's answer before it is put in the protocol's form. */
export interface ToolAnswer {
  text: string
  isError: boolean
  /** people's requests about the memory of the call, in words; null: none */
  requests?: string | null
  /** further fields of the structured answer */
  facts?: Record<string, string | number>
}

export const refused = (text: string): ToolAnswer => ({ text, isError: true })

/** A call of a tool, as the client's model made it. */
export interface ToolUse {
  name: string
  input: Readonly<Record<string, unknown>>
  /** the id of the call in the client's conversation */
  toolUseId: string | undefined
}

/** Memory data between its delimiters. */
export const asData = (text: string): string => asMemoryData(text, newId('req'))

/** The field in which Claude Code names the tool use of a call. */
const TOOL_USE_ID = 'claudecode/toolUseId'

/** Longest id; a longer text is none. */
const MAX_ID_CHARS = 200

/** The tool use that a call names in what accompanies it. */
export function toolUseIdIn(
  meta: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const id = meta?.[TOOL_USE_ID]
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID_CHARS ? id : undefined
}
