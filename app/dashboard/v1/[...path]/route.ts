import { answerPage } from '@/lib/api/answer-call'
import { answerWeb } from '@/lib/api/web'

/** Answers what pages ask of the API, in a server that is not scripts/server.mjs; as `app/v1`. */
const answer = (request: Request) => answerWeb(request, answerPage)

export const GET = answer
export const POST = answer
