export { type ConnectorFunction, guardConnector } from './guardConnector.js'
