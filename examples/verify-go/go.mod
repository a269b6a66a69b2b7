module ndx/verify

go 1.25.0
