import { figures } from '@/lib/api/figures'

export const GET = (request: Request) => figures.fetch(request)
