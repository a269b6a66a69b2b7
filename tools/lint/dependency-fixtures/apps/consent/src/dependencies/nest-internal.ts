// refused: nest-by-its-index
import '@nestjs/core/internal';
