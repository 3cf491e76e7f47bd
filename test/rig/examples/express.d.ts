// The part of Express that its example uses. Express is not a dependency of this project.
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Route = (request: IncomingMessage, response: ServerResponse) => unknown;
  interface Application {
    get(path: string, route: Route): void;
    post(path: string, route: Route): void;
    listen(port: number, host: string, listening: () => void): void;
  }
  export default function express(): Application;
}
