import { answerMcpAddress } from '@/lib/api/mcp'
import { answerWeb } from '@/lib/api/web'

/** MCP in a server that is not scripts/server.mjs, as `app/v1`. */
const answer = (request: Request) => answerWeb(request, answerMcpAddress)

export const GET = answer
export const POST = answer
export const DELETE = answer
