/** What people send to sessions. */

export const message = (text: string) => ({
  type: 'user.message' as const,
  content: [{ type: 'text' as const, text }],
})

export const confirms = (
  { id }: { id: string },
  result: 'allow' | 'deny',
  more: {
    deny_message?: string
    content_sha256?: string
    content?: string
    for_session?: true
  } = {},
) => ({ type: 'user.tool_confirmation' as const, tool_use_id: id, result, ...more })
