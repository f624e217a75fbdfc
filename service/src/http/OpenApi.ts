/** An OpenAPI 3.1 document; only the parts that are used here have a type. */
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; summary: string; description: string; license: object }
  servers: readonly { url: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, JsonSchema>>; securitySchemes: Readonly<Record<string, object>> }
}

/** A method of a path. */
export type Operation = {
  operationId: string
  summary: string
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly { name: string; in: 'query'; required: boolean; schema: JsonSchema }[] | undefined
  requestBody?: { required: true; content: Content } | undefined
  responses: Readonly<Record<string, { description: string; headers: object; content?: Content | undefined }>>
}

/** A body, by media type. */
type Content = Readonly<Record<string, { schema: JsonSchema }>>
/** A JSON schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>
