// For Prisma's own commands (`npm run prisma -- …`); the application opens its database itself.
export default {
  schema: 'prisma/models',
  datasource: { url: process.env.PRISMA_DATABASE_URL },
}
