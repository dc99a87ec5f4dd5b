import { mcp } from '@/lib/mcp/handler'

const serve = (request: Request) => mcp.fetch(request)

export { serve as DELETE, serve as GET, serve as POST }
