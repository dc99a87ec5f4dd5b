/** The rows of the store's tables, as the models declare them. */
export type { ApiKey, McpClient, Prisma } from './generated/sqlite/client'
export type { OutboxState } from './generated/sqlite/enums'
export type { ReadingClient, WritingClient } from './client'
