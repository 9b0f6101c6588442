#include <codes/auto-07p/equations.h>

#include <cmath>

#include <fmt/format.h>

namespace codes {
namespace {

// What AUTO calls: FUNC the right-hand sides, STPNT the start, BCND the boundary conditions, PVLS what else to print.
constexpr const char* kCantilever = R"(
SUBROUTINE FUNC(NDIM,U,ICP,PAR,IJAC,F,DFDU,DFDP)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM, ICP(*), IJAC
  DOUBLE PRECISION, INTENT(IN) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(OUT) :: F(NDIM)
  DOUBLE PRECISION, INTENT(INOUT) :: DFDU(NDIM,NDIM), DFDP(NDIM,*)
  ! U = theta, theta', x, y, s
  F(1) = U(2)
  F(2) = -EXP(PAR(1))*(1-U(5))*COS(U(1))
  F(3) = COS(U(1))
  F(4) = SIN(U(1))
  F(5) = 1
END SUBROUTINE FUNC

SUBROUTINE STPNT(NDIM,U,PAR,T)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM
  DOUBLE PRECISION, INTENT(INOUT) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(IN) :: T
  DOUBLE PRECISION, PARAMETER :: GAMMA = 5D-4
  PAR(1) = LOG(GAMMA)
  U(1) = GAMMA*(1-(1-T)**3)/6
  U(2) = GAMMA*(1-T)**2/2
  U(3) = T
  U(4) = GAMMA*(T-(1-(1-T)**4)/4)/6
  U(5) = T
END SUBROUTINE STPNT

SUBROUTINE BCND(NDIM,PAR,ICP,NBC,U0,U1,FB,IJAC,DBC)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM, ICP(*), NBC, IJAC
  DOUBLE PRECISION, INTENT(IN) :: PAR(*), U0(NDIM), U1(NDIM)
  DOUBLE PRECISION, INTENT(OUT) :: FB(NBC)
  DOUBLE PRECISION, INTENT(INOUT) :: DBC(NBC,*)
  FB = (/ U0(1), U1(2), U0(3), U0(4), U0(5) /)
END SUBROUTINE BCND

SUBROUTINE PVLS(NDIM,U,PAR)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM
  DOUBLE PRECISION, INTENT(IN) :: U(NDIM)
  DOUBLE PRECISION, INTENT(INOUT) :: PAR(*)
  DOUBLE PRECISION, EXTERNAL :: GETP
  PAR(2) = GETP('BV1',3,U)
  PAR(3) = GETP('BV1',4,U)
END SUBROUTINE PVLS

SUBROUTINE ICND
END SUBROUTINE ICND

SUBROUTINE FOPT
END SUBROUTINE FOPT
)";

constexpr const char* kStickSlip = R"(
SUBROUTINE FUNC(NDIM,U,ICP,PAR,IJAC,F,DFDU,DFDP)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM, ICP(*), IJAC
  DOUBLE PRECISION, INTENT(IN) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(OUT) :: F(NDIM)
  DOUBLE PRECISION, INTENT(INOUT) :: DFDU(NDIM,NDIM), DFDP(NDIM,*)
  ! U = theta, theta', x, e
  F(1) = U(2)
  F(2) = -PAR(2)*SIN(U(1)) + PAR(3)*COS(U(1))
  F(3) = SIN(U(1))
  F(4) = 2*SIN(U(1)/2)**2
END SUBROUTINE FUNC

SUBROUTINE STPNT(NDIM,U,PAR,T)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM
  DOUBLE PRECISION, INTENT(INOUT) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(IN) :: T
  DOUBLE PRECISION, PARAMETER :: K = 4.493409457909064D0, A = 1D-4
  PAR(1) = A*A*5.0477D0
  PAR(2) = K*K
  PAR(3) = A*K*K
  U(1) = A*(1 - COS(K*T) - K*SIN(K*T))
  U(2) = A*K*(SIN(K*T) - K*COS(K*T))
  U(3) = A*(T - SIN(K*T)/K + COS(K*T) - 1)
  U(4) = PAR(1)*T
END SUBROUTINE STPNT

SUBROUTINE BCND(NDIM,PAR,ICP,NBC,U0,U1,FB,IJAC,DBC)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM, ICP(*), NBC, IJAC
  DOUBLE PRECISION, INTENT(IN) :: PAR(*), U0(NDIM), U1(NDIM)
  DOUBLE PRECISION, INTENT(OUT) :: FB(NBC)
  DOUBLE PRECISION, INTENT(INOUT) :: DBC(NBC,*)
  FB = (/ U0(1), U1(2), U0(3), U1(3), U0(4), U1(4)-PAR(1) /)
END SUBROUTINE BCND

SUBROUTINE PVLS(NDIM,U,PAR)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM
  DOUBLE PRECISION, INTENT(IN) :: U(NDIM)
  DOUBLE PRECISION, INTENT(INOUT) :: PAR(*)
  DOUBLE PRECISION, EXTERNAL :: GETP
  PAR(4) = GETP('BV1',1,U)
END SUBROUTINE PVLS

SUBROUTINE ICND
END SUBROUTINE ICND

SUBROUTINE FOPT
END SUBROUTINE FOPT
)";

}  // namespace

const BoundaryValueProblem& cantilever_problem() {
  static const BoundaryValueProblem problem{"Cantilever", kCantilever, 5, 5, 3, std::log(5e-4), 0.1, 2};
  return problem;
}

const BoundaryValueProblem& stick_slip_problem() {
  static const BoundaryValueProblem problem{"Stick-Slip", kStickSlip, 4, 6, 4, 5.0477e-8, 1e-3, 0.5};
  return problem;
}

std::string auto_constants(const BoundaryValueProblem& problem, double stop, int n, double tol, double stretch) {
  std::string parameters = "1";
  for (int i = 2; i <= problem.n_parameters; ++i) parameters += fmt::format(",{}", i);
  // Boundary values (IPS = 4) from the start in Fortran (IRS = 0), no search for bifurcations (ILP, ISP); the mesh
  // adapts every third step (IAD).
  return fmt::format("NDIM={}, IPS=4, IRS=0, ILP=0\nICP=[{}]\n", problem.n_unknowns, parameters) +
         fmt::format("NTST={}, NCOL=4, IAD=3, ISP=0, ISW=1\n", n) +
         fmt::format("NBC={}, NINT=0, JAC=0\n", problem.n_conditions) +
         "NMX=10000, RL0=-100, RL1=100, A0=-1e9, A1=1e9, NPR=0\n" +
         fmt::format("EPSL={0:.3e}, EPSU={0:.3e}, EPSS={1:.3e}\n", tol, 10 * tol) +
         fmt::format("DS={}, DSMIN=1e-7, DSMAX={}, IADS=1\n", stretch * problem.first_step,
                     stretch * problem.largest_step) +
         fmt::format("UZSTOP={{1:{:.16e}}}\n", stop);
}

}  // namespace codes
