/** The logger that messaging writes to, for example pino. */
export interface MessagingLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
