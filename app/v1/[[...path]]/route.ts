import { answerCall } from '@/lib/api/answer-call'
import { answerWeb } from '@/lib/api/web'

/**
 * The API in a server that is not scripts/server.mjs: the development server, and the framework's
 * own of a build. lib/api/routes.ts has its addresses.
 */
const answer = (request: Request) => answerWeb(request, answerCall)

export const GET = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer
