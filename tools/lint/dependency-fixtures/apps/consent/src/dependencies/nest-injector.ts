// refused: nest-by-its-index
import '@nestjs/core/injector/module.js';
