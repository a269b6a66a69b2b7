/** Where messaging tells an operator what it is doing; a pino logger is one. */
export interface MessagingLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
