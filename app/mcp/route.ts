import { answerMcpAddress } from '@/lib/api/mcp'
import { requestOfWeb, responseOf } from '@/lib/api/web'

/** MCP in a server that is not scripts/server.mjs, as `app/v1`. */
const answer = async (request: Request) => responseOf(await answerMcpAddress(requestOfWeb(request)))

export const GET = answer
export const POST = answer
export const DELETE = answer
